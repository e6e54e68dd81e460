package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

// githubAction is what of action.yml is looked at.
type githubAction struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID, Run, Shell string
			Env            map[string]string
		}
	}
}

func readAction(repository string) (githubAction, error) {
	var a githubAction
	text, err := os.ReadFile(filepath.Join(repository, "action.yml"))
	if err != nil {
		return a, err
	}
	return a, yaml.Unmarshal(text, &a)
}

// playAction runs a step of action.yml as GitHub would, with the inputs that the script set as INPUT_…; it has to end with the exit code.
func playAction(ts *testscript.TestScript, _ bool, args []string) {
	a, err := readAction(ts.Getenv("REPOSITORY"))
	ts.Check(err)
	for _, step := range a.Runs.Steps {
		if step.ID != args[1] {
			continue
		}
		cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.Run)
		cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), ts.Stdout(), ts.Stderr()
		cmd.Env = ts.Value("vars").([]string)
		for _, name := range []string{
			"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH", "GITHUB_ACTION_PATH", "RUNNER_OS", "RUNNER_ARCH", "RUNNER_TEMP", "PATH",
		} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		for name := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		err := cmd.Run()
		code := 0
		if cmd.ProcessState != nil {
			code = cmd.ProcessState.ExitCode()
		}
		if want := args[0]; want != string(rune('0'+code)) {
			ts.Fatalf("exit code %d, want %s: %v", code, want, err)
		}
		return
	}
	ts.Fatalf("action.yml has no step %s", args[1])
}

func TestTheActionUsesEveryInputAndNoneInItsScripts(t *testing.T) {
	a, err := readAction("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range a.Inputs {
		if !bytes.Contains(text, []byte("${{ inputs."+name+" }}")) && !bytes.Contains(text, []byte("inputs."+name+" ")) {
			t.Errorf("the input %s is used nowhere", name)
		}
		if input.Description == "" {
			t.Errorf("the input %s has no description", name)
		}
	}
	for _, step := range a.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("the script of %s holds an expression: what an input says would be run", step.ID)
		}
		if step.Run != "" && step.Shell != "bash" {
			t.Errorf("%s has shell %q", step.ID, step.Shell)
		}
	}
	if a.Runs.Using != "composite" {
		t.Errorf("it runs using %s", a.Runs.Using)
	}
}

// TestEveryActionIsPinned looks at all that workflows run which isn't auditctl's own: a tag can be moved, a commit can't.
func TestEveryActionIsPinned(t *testing.T) {
	use := regexp.MustCompile(`(?m)^[ -]*uses: *(\S+)(.*)$`)
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "dist", "node_modules"}, d.Name()):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		if kind := filepath.Ext(path); kind != ".yml" && kind != ".yaml" && kind != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range use.FindAllStringSubmatch(string(text), -1) {
			if found++; m[1] == "auditctl/auditctl@COMMIT" {
				continue
			}
			if !pinned.MatchString(m[1]) || !strings.HasPrefix(m[2], " # v") {
				t.Errorf("%s: %s is not pinned to a commit with its version behind it", path, m[0])
			}
		}
		return nil
	})
	if err != nil || found < 4 {
		t.Errorf("%d actions found: %v", found, err)
	}
}
