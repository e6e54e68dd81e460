package passes

import (
	"context"
	"errors"

	"github.com/auditctl/auditctl/pkg/engine"
)

// Reason is why a question stayed unanswered: a Kind of package engine, or one of those below. It is for strangers too.
type Reason string

// The reasons that no engine gives.
const (
	Late       Reason = "late"       // the time for all passes was over, or the audit was ended
	Declined   Reason = "declined"   // there is an answer, which says that it is none
	Unreadable Reason = "unreadable" // business cards without names, and no names elsewhere
	Unread     Reason = "unread"     // auditctl failed at it
)

// In says the reason in English, or in French where lang is fr, as the part of a sentence that follows a colon.
func (r Reason) In(lang string) string {
	text, known := reasons[r]
	if !known {
		text = reasons[Reason(engine.Temporary)]
	}
	return text.in(lang)
}

// text is a sentence in the languages of reports.
type text struct{ en, fr string }

func (t text) in(lang string) string {
	if lang == "fr" {
		return t.fr
	}
	return t.en
}

var (
	turnedDown = text{"the service turned the request down", "le service a rejeté la demande"}
	declined   = text{"the model declined to answer", "le modèle a refusé de répondre"}
	unusable   = text{"the service's answer could not be used", "la réponse du service était inutilisable"}
)

var reasons = map[Reason]text{
	Reason(engine.Auth):       turnedDown,
	Reason(engine.Unknown):    turnedDown,
	Reason(engine.Invalid):    turnedDown,
	Reason(engine.Quota):      {"the allowance at the service is used up", "le quota auprès du service est épuisé"},
	Reason(engine.Rate):       {"the service was asked too often", "le service a été sollicité trop souvent"},
	Reason(engine.Temporary):  {"the service failed", "le service était en panne"},
	Reason(engine.Network):    {"the service could not be reached", "le service était injoignable"},
	Reason(engine.Broken):     {"the service failed repeatedly and was not asked", "le service, en panne répétée, n'a pas été interrogé"},
	Reason(engine.Refused):    declined,
	Reason(engine.Filtered):   declined,
	Reason(engine.Cut):        unusable,
	Reason(engine.Malformed):  unusable,
	Reason(engine.Empty):      {"the service returned nothing", "le service n'a rien renvoyé"},
	Reason(engine.TooDear):    {"the ceiling of costs was reached", "le plafond de dépenses était atteint"},
	Reason(engine.Ungrounded): {"the answer rests on no search", "la réponse ne repose sur aucune recherche"},
	Late:                      {"there was no answer in time", "aucune réponse n'est arrivée à temps"},
	Declined:                  {"the answer leaves the question open", "la réponse laisse la question ouverte"},
	Unreadable:                {"the business cards came without names", "les fiches d'établissement sont arrivées sans noms"},
	Unread:                    {"auditctl failed at the answer", "auditctl a échoué sur la réponse"},
}

// Failure is what went wrong in a pass.
type Failure struct {
	Reason     Reason // of most questions that stayed unanswered
	Unanswered int    // questions
	Of         int    // questions
	// Listing says why the map could not be searched for the business's listing; empty where it could, or had not to be.
	Listing Reason
}

// reasonOf says why a call gave nothing, and what it used all the same.
func reasonOf(ctx context.Context, err error) (Reason, engine.Usage) {
	var own *engine.Error
	switch known := errors.As(err, &own); {
	case !known && ctx.Err() != nil:
		return Late, engine.Usage{}
	case !known:
		return Reason(engine.Temporary), engine.Usage{}
	case own.Kind == engine.Network && ctx.Err() != nil:
		return Late, own.Usage
	default:
		return Reason(own.Kind), own.Usage
	}
}

// final says that the engine would answer no other question either.
func (r Reason) final() bool {
	switch engine.Kind(r) {
	case engine.Auth, engine.Quota, engine.Unknown, engine.Invalid:
		return true
	default:
		return false
	}
}
