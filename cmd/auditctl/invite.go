package main

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"os"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"
	"github.com/wneessen/go-mail"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/server/dashboard"
	"github.com/auditctl/auditctl/pkg/service"
)

// smtpPassword is the variable that holds the password of smtp.username.
const smtpPassword = "AUDITCTL_SMTP_PASSWORD"

// mailTimeout bounds each step of handing a mail over.
const mailTimeout = 30 * time.Second

func newAccountsInvite(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "invite EMAIL", Short: "let an account's owner set a password for the dashboard", Args: usageArgs(cobra.ExactArgs(1)),
		Long: `Makes an address where an account's password is set, once and within 7 days, and prints it; or mails it where smtp.host is set. An earlier invitation of the
account ends. A password that was set before is valid until the new one is set, which also signs the account out everywhere.`,
		Example: `  auditctl accounts invite office@example.com --base-url https://audits.example
  auditctl accounts invite office@example.com --lang fr --print`,
	}
	addFlags(cmd.Flags(), only(apiSettings(), "server.base_url"))
	cmd.Flags().String("lang", string(audit.English), "language of the mail: en or fr")
	printed := cmd.Flags().Bool("print", false, "print the address, though mail is configured")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		base, err := publicAddress(c)
		if err != nil {
			return err
		}
		words, known := invitationMails[audit.Lang(c.GetString("lang"))]
		if !known {
			return usage("--lang %q: use en or fr", audit.Printable(c.GetString("lang")))
		}
		var post *mailer
		if !*printed {
			if post, err = newMailer(c); err != nil {
				return err
			}
		}
		if post != nil && base == "" {
			return usage("a mailed invitation needs the address of the server: set server.base_url or --base-url, or print it with --print")
		}
		return a.administer(cmd, func(ctx context.Context, s *service.Service) error {
			i, err := s.Invite(ctx, args[0])
			if err != nil {
				return err
			}
			address := base + dashboard.InvitationPath(i.Token)
			if post == nil {
				return a.showInvitation(i, base, address)
			}
			if err := post.send(ctx, i, base, address, words); err != nil {
				return fmt.Errorf("the invitation couldn't be mailed to %s: %w; check smtp.*, or print it with --print", audit.Printable(i.Email), err)
			}
			_, err = fmt.Fprintf(a.Err, "mailed to %s; the address is valid once, until %s\n", audit.Printable(i.Email), day(&i.ExpiresAt))
			return err
		})
	}
	return cmd
}

// publicAddress is what people know the server by, without a slash at its end; empty where nobody said.
func publicAddress(c *config) (string, error) {
	given := c.GetString("server.base_url")
	if given == "" {
		return "", nil
	}
	u, err := url.Parse(given)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", usage("--base-url: %q is no address such as https://audits.example", shownAddress(given))
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// showInvitation prints the address where programs read, and the rest where people do.
func (a *app) showInvitation(i service.Invitation, base, address string) error {
	if _, err := fmt.Fprintln(a.Out, address); err != nil {
		return err
	}
	if base == "" {
		if _, err := fmt.Fprintln(a.Err, "put the address of your server before it, such as https://audits.example, or set server.base_url or --base-url"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(a.Err, "valid once, until %s; whoever has it can set the password of %s\n", day(&i.ExpiresAt), audit.Printable(i.Email))
	return err
}

// mailer hands mail to a server.
type mailer struct {
	client *mail.Client
	from   string
}

// newMailer sets mail up; nil where it isn't configured.
func newMailer(c *config) (*mailer, error) {
	host, from, username, password := c.GetString("smtp.host"), c.GetString("smtp.from"), c.GetString("smtp.username"), os.Getenv(smtpPassword)
	port, security := c.GetInt("smtp.port"), c.GetString("smtp.tls")
	switch {
	case host == "":
		return nil, nil
	case from == "":
		return nil, usage("smtp.from is missing: the address that mail comes from")
	case !isMailbox(from):
		return nil, usage("smtp.from: %q is no e-mail address; write it like audits@example.com, or auditctl <audits@example.com>", audit.Printable(from))
	case username != "" && password == "":
		return nil, usage("%s is missing: the password of smtp.username", smtpPassword)
	case port < 1 || port > 65535:
		return nil, usage("smtp.port is %d; it must be 1 to 65535", port)
	}
	if security == "tls" && c.origin("smtp.port") == "default" {
		port = 465
	}
	options := []mail.Option{mail.WithPort(port), mail.WithTimeout(mailTimeout)}
	switch security {
	case "starttls":
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	case "tls":
		options = append(options, mail.WithSSL())
	case "off":
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		return nil, usage("smtp.tls: %q: use starttls, tls or off", audit.Printable(security))
	}
	if username != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(username), mail.WithPassword(password))
	}
	client, err := mail.NewClient(host, options...)
	if err != nil {
		return nil, usage("smtp.*: %v", err)
	}
	return &mailer{client, from}, nil
}

func isMailbox(text string) bool {
	_, err := netmail.ParseAddress(text)
	return err == nil
}

// send hands an invitation over.
func (m *mailer) send(ctx context.Context, i service.Invitation, base, address string, words invitationMail) error {
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(message.From(m.from), message.To(i.Email)); err != nil {
		return err
	}
	message.Subject(words.subject)
	message.SetDate()
	message.SetMessageID()
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no machine answers it
	err := message.SetBodyTextTemplate(words.body, map[string]string{
		"Server": base, "Address": address, "Until": i.ExpiresAt.UTC().Format("2006-01-02 15:04") + " UTC",
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*mailTimeout)
	defer cancel()
	return m.client.DialAndSendWithContext(ctx, message)
}

// invitationMail is the mail in one language.
type invitationMail struct {
	subject string
	body    *template.Template
}

var invitationMails = map[audit.Lang]invitationMail{
	audit.English: {"The password of your auditctl account", template.Must(template.New("en").Parse(`Hello,

you have an auditctl account on {{.Server}}. Choose its password here:

{{.Address}}

The address works once, until {{.Until}}. Whoever has it can set the password, so pass it on to nobody.
If you don't expect an account, do nothing.
`))},
	audit.French: {"Le mot de passe de votre compte auditctl", template.Must(template.New("fr").Parse(`Bonjour,

vous avez un compte auditctl sur {{.Server}}. Choisissez-en le mot de passe ici :

{{.Address}}

Cette adresse ne sert qu'une fois, jusqu'au {{.Until}}. Quiconque la possède peut choisir le mot de passe : ne la transmettez à personne.
Si vous n'attendez pas de compte, ne faites rien.
`))},
}
