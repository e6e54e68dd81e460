package packaging

import (
	"slices"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// project reads the compose file by its schema, as compose itself does.
func project(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{"../../packaging/compose/compose.yaml"},
		cli.WithEnv([]string{"AUDITCTL_VERSION=0.1.0", "AUDITCTL_BASE_URL=https://audit.example.com"}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheComposeFileIsWhatItsSchemaAllows(t *testing.T) {
	p := project(t)
	if got := p.ServiceNames(); !slices.Equal(got, []string{"db", "migrate", "server", "worker"}) {
		t.Errorf("services %v", got)
	}
	if worker := p.Services["worker"]; worker.GetScale() != 2 {
		t.Errorf("%d workers, want 2", worker.GetScale())
	}
	for name, s := range p.Services {
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain privileges", name)
		}
		for _, secret := range s.Secrets {
			if _, there := p.Secrets[secret.Source]; !there {
				t.Errorf("%s: there is no secret %s", name, secret.Source)
			}
		}
		if name == "db" {
			continue
		}
		if !s.ReadOnly || s.User == "" || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.Image != "auditctl/auditctl:0.1.0" {
			t.Errorf("%s: read-only %v, user %q, drops %v, image %s", name, s.ReadOnly, s.User, s.CapDrop, s.Image)
		}
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s shows port %s to the world", name, port.Published)
			}
		}
	}
}

// Without its public address the dashboard's cookie would be sent in clear; without the proxy's all clients would share one limit.
func TestTheComposeFileNamesItsAddressAndProxy(t *testing.T) {
	p := project(t)
	said := p.Services["server"].Environment
	base, proxies := said["AUDITCTL_SERVER_BASE_URL"], said["AUDITCTL_SERVER_TRUSTED_PROXIES"]
	if base == nil || *base != "https://audit.example.com" {
		t.Errorf("the server's address is %v", base)
	}
	if outside := p.Networks["outside"].Ipam.Config; proxies == nil || len(outside) != 1 || outside[0].Subnet != *proxies {
		t.Errorf("the server believes %v, and is asked from %v", proxies, outside)
	}
	if said["AUDITCTL_STORE"] == nil {
		t.Error("the server has lost its store")
	}
	options, err := cli.NewProjectOptions([]string{"../../packaging/compose/compose.yaml"}, cli.WithEnv([]string{"AUDITCTL_VERSION=0.1.0"}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := options.LoadProject(t.Context()); err == nil {
		t.Error("the compose file starts without its address")
	}
}
