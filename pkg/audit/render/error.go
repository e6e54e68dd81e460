package render

import (
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Reason is why a page was not looked at, or a report not printed.
type Reason string

// The reasons.
const (
	NotThere   Reason = "not_there"   // there is no Chromium
	NotStarted Reason = "not_started" // it doesn't start or doesn't answer
	NoTurn     Reason = "no_turn"     // others were looked at for too long
	NotWeb     Reason = "not_web"     // the address is none of http or https, or holds a password
	NotReached Reason = "not_reached" // nothing came: the guard refused, no connection, no answer
	Untrusted  Reason = "untrusted"   // the site's certificate isn't valid
	Elsewhere  Reason = "elsewhere"   // its scripts led to another site
	NoPage     Reason = "no_page"     // the answer is an error, a download, or not 2xx
	TooSlow    Reason = "too_slow"    // the time was over before there was anything to see
	Broke      Reason = "broke"       // the page or the browser crashed, or said more than is listened to
	TooLarge   Reason = "too_large"   // what was to be printed, or its PDF

	TooMuchMemory Reason = "too_much_memory" // the browser's processes passed their bound, and were ended
	TooMuchDisk   Reason = "too_much_disk"   // likewise its files

	Ended Reason = "ended" // the caller went away, or the browser was closed
)

// Note says it to a person.
func (r Reason) Note() page.Note { return notes[r] }

var notes = map[Reason]page.Note{
	NotThere: {
		EN: "there is no Chromium; install it, or name it with --browser or CHROME_PATH",
		FR: "Chromium est introuvable ; installez-le, ou indiquez-le par --browser ou CHROME_PATH",
	},
	NotStarted: {EN: "the browser does not start", FR: "le navigateur ne démarre pas"},
	NoTurn:     {EN: "the browser had too many pages to look at", FR: "le navigateur avait trop de pages à ouvrir"},
	NotWeb:     {EN: "the address can't be opened in a browser", FR: "l'adresse ne peut pas être ouverte dans un navigateur"},
	NotReached: {EN: "the browser got no answer from the site", FR: "le navigateur n'a pas eu de réponse du site"},
	Untrusted:  {EN: "the browser refuses the site's certificate", FR: "le navigateur refuse le certificat du site"},
	Elsewhere:  {EN: "the page led the browser to another site", FR: "la page a mené le navigateur vers un autre site"},
	NoPage:     {EN: "the site showed the browser no page", FR: "le site n'a pas montré de page au navigateur"},
	TooSlow:    {EN: "the page was not shown in time", FR: "la page ne s'est pas affichée à temps"},
	Broke:      {EN: "the browser broke down on the page", FR: "le navigateur a échoué sur la page"},
	TooMuchMemory: {
		EN: "the page needs more than 1 GiB of memory in the browser", FR: "la page demande plus de 1 Gio de mémoire dans le navigateur",
	},
	TooMuchDisk: {
		EN: "the page needs more than 512 MiB of disk space in the browser",
		FR: "la page demande plus de 512 Mio de disque dans le navigateur",
	},
	TooLarge: {EN: "there is too much to print", FR: "il y a trop à imprimer"},
	Ended:    {EN: "the audit was interrupted", FR: "l'audit a été interrompu"},
}

// Error says why a page was not looked at, or a report not printed. Err is for logs: it may hold what the browser printed.
type Error struct {
	Reason Reason
	Err    error
}

func (e *Error) Error() string { return notes[e.Reason].EN + ": " + e.Err.Error() }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

func fault(r Reason, err error) *Error { return &Error{Reason: r, Err: err} }
