package suspend

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheTimeThatAClockIsStoppedDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		outer, cancel := WithTimeout(t.Context(), time.Minute)
		defer cancel()
		inner, cancelInner := WithTimeout(outer, 10*time.Second)
		defer cancelInner()
		derived, cancelDerived := context.WithCancel(inner)
		defer cancelDerived()
		time.Sleep(4 * time.Second)
		first, second := Stop(derived), Stop(derived)
		time.Sleep(30 * time.Second)
		first()
		first()
		time.Sleep(30 * time.Second)
		if left, ok := Remaining(derived); derived.Err() != nil || left != 6*time.Second || !ok {
			t.Errorf("stopped after 4 s of 10: %v, %v left", derived.Err(), left)
		}
		second()
		<-derived.Done()
		if ran := time.Since(began); ran != 70*time.Second || !errors.Is(derived.Err(), context.DeadlineExceeded) ||
			!errors.Is(inner.Err(), context.DeadlineExceeded) {
			t.Errorf("ended after %v with %v, %v", ran, derived.Err(), inner.Err())
		}
		if outer.Err() != nil {
			t.Error("the context around it has ended too")
		}
		<-outer.Done()
		if ran := time.Since(began); ran != 2*time.Minute {
			t.Errorf("the context around it ended after %v", ran)
		}
	})
}

func TestAStoppedClockEndsWithTheContextAroundIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		total, cancelTotal := context.WithTimeout(t.Context(), time.Minute)
		defer cancelTotal()
		ctx, cancel := WithTimeout(total, time.Second)
		defer cancel()
		start := Stop(ctx)
		<-ctx.Done()
		if ran := time.Since(began); ran != time.Minute || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("ended after %v with %v", ran, ctx.Err())
		}
		start()
	})
}

func TestCancellingEndsEverythingBelow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, cancelParent := context.WithCancel(t.Context())
		ctx, cancel := WithTimeout(parent, time.Hour)
		defer cancel()
		below, cancelBelow := context.WithTimeout(ctx, time.Minute)
		defer cancelBelow()
		other, cancelOther := WithTimeout(ctx, time.Minute)
		cancelOther()
		<-other.Done()
		if ctx.Err() != nil || !errors.Is(other.Err(), context.Canceled) {
			t.Errorf("%v, %v", ctx.Err(), other.Err())
		}
		cancelParent()
		<-below.Done()
		if !errors.Is(below.Err(), context.Canceled) || !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("%v, %v", below.Err(), ctx.Err())
		}
	})
}
