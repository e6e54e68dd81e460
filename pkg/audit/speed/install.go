package speed

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// LighthousePath names the program lighthouse, or the folder of its npm package, in the environment.
const LighthousePath = "LIGHTHOUSE_PATH"

// oldest is the first major version of Lighthouse that can be given a page to measure, and so a browser without a port.
const oldest = 10

// Installation is where Lighthouse is on this machine.
type Installation struct {
	Folder string // of the npm package lighthouse
	Node   string // the path of node
}

// FindLighthouse finds Lighthouse: path itself where it isn't empty, else what LIGHTHOUSE_PATH says, else the program in PATH; and
// Node.js, beside that program or in PATH. The error is an *Error: NotThere.
func FindLighthouse(path string) (Installation, error) {
	name := cmp.Or(path, os.Getenv(LighthousePath), "lighthouse")
	folder := name
	if at, err := os.Stat(name); err != nil || !at.IsDir() || name == "lighthouse" {
		program, err := exec.LookPath(name)
		if err != nil {
			return Installation{}, fault(NotThere, fmt.Errorf("%s was not found", name))
		}
		folder = filepath.Dir(program)
		name = program
	}
	found, err := packageAt(name)
	if err != nil {
		return Installation{}, fault(NotThere, err)
	}
	node, err := exec.LookPath(filepath.Join(folder, "node"))
	if err != nil {
		node, err = exec.LookPath("node")
	}
	if err != nil {
		return Installation{}, fault(NotThere, fmt.Errorf("node (Node.js), which %s needs, was not found", name))
	}
	return Installation{Folder: found, Node: node}, nil
}

// packageAt returns the folder of the package that contains path. npm links its programs to a file in the package.
func packageAt(path string) (string, error) {
	at, err := filepath.EvalSymlinks(path)
	if err == nil {
		at, err = filepath.Abs(at)
	}
	if err != nil {
		return "", err
	}
	for up := at; ; up = filepath.Dir(up) {
		var about struct{ Name, Version string }
		data, err := os.ReadFile(filepath.Join(up, "package.json"))
		if err == nil && json.Unmarshal(data, &about) == nil && about.Name == "lighthouse" {
			major, _, _ := strings.Cut(about.Version, ".")
			if n, _ := strconv.Atoi(major); n < oldest {
				return "", fmt.Errorf("%s is Lighthouse %q; %d or newer is needed", up, about.Version, oldest)
			}
			return up, nil
		}
		if up == filepath.Dir(up) {
			return "", fmt.Errorf("%s is not in the npm package lighthouse; let %s name the folder of the package", path, LighthousePath)
		}
	}
}
