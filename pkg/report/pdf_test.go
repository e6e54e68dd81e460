package report

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestAPDFIsThePrintedHTMLAndBearsTheAuditsDate(t *testing.T) {
	d := Document{Batch: batchOf(made()), Lang: audit.English}
	html := write(t, "html", d)
	d.Print = func(_ context.Context, page []byte) ([]byte, error) {
		if string(page) != html {
			t.Error("what is printed isn't the HTML report")
		}
		return []byte("%PDF-1.4 /CreationDate (D:20991231235959+00'00')\n/ModDate (D:20991231235959+00'00')>> /Title (CreationDate 20991231235959)"), nil
	}
	if got, want := write(t, "pdf", d), "%PDF-1.4 /CreationDate (D:20260601090000+00'00')\n/ModDate (D:20260601090000+00'00')>> /Title (CreationDate 20991231235959)"; got != want {
		t.Errorf("%s", got)
	}
}

func TestAPDFNeedsAPrinter(t *testing.T) {
	f, err := Lookup("pdf")
	if err != nil {
		t.Fatal(err)
	}
	d := Document{Batch: batchOf(made())}
	var out bytes.Buffer
	if err := f.Write(t.Context(), &out, d); audit.CodeOf(err) != audit.CodeNoBrowser || !strings.Contains(err.Error(), "install") {
		t.Errorf("without one: %v", err)
	}
	broken := errors.New("no paper")
	d.Print = func(context.Context, []byte) ([]byte, error) { return nil, broken }
	if err := f.Write(t.Context(), &out, d); !errors.Is(err, broken) || out.Len() > 0 {
		t.Errorf("with a broken one: %v, %d bytes", err, out.Len())
	}
}

func TestPrintersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		printing, most := 0, 0
		print := Bounded(func(context.Context, []byte) ([]byte, error) {
			printing++
			most = max(most, printing)
			<-release
			printing--
			return []byte("%PDF"), nil
		}, 1, 2)
		ended := make(chan error, 9)
		begin := func(ctx context.Context) {
			go func() {
				_, err := print(ctx, nil)
				ended <- err
			}()
			synctest.Wait()
		}
		leaving, leave := context.WithCancel(t.Context())
		begin(t.Context())
		begin(t.Context())
		begin(leaving)
		begin(t.Context())
		if err := <-ended; audit.CodeOf(err) != audit.CodeOverloaded {
			t.Errorf("one too many: %v", err)
		}
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("who leaves: %v", err)
		}
		begin(t.Context())
		release <- struct{}{}
		if err := <-ended; err != nil {
			t.Errorf("the first: %v", err)
		}
		if err := <-ended; audit.CodeOf(err) != audit.CodeOverloaded { // the second or the third prints, and never ends
			t.Errorf("who waits too long: %v", err)
		}
		close(release)
		if err := <-ended; err != nil || most != 1 {
			t.Errorf("the last: %v; %d were printed at once", err, most)
		}
	})
}

// One account that asks for report after report leaves turns to others.
func TestAnAccountHasTwoPrintsAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		print := Bounded(func(context.Context, []byte) ([]byte, error) {
			<-release
			return []byte("%PDF"), nil
		}, 2, 8)
		begin := func(account string) <-chan error {
			ended := make(chan error, 1)
			go func() {
				_, err := print(ForAccount(t.Context(), account), nil)
				ended <- err
			}()
			synctest.Wait()
			return ended
		}
		first, second := begin("acc_greedy"), begin("acc_greedy")
		for range 20 {
			var fault *audit.Error
			if err := <-begin("acc_greedy"); !errors.As(err, &fault) || fault.Code != audit.CodeRateLimited || fault.RetryAfter <= 0 {
				t.Fatalf("the account's third: %v", err)
			}
		}
		others := begin("acc_other")
		close(release)
		synctest.Wait()
		for _, ended := range []<-chan error{first, second, others, begin("acc_greedy")} {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	})
}
