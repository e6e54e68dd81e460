package main

import (
	"os"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/engine"
)

// The values of the setting browser that are no path.
const (
	browserAuto = "auto"
	browserOff  = "off"
)

// The values of the setting render.
const (
	renderAuto = "auto"
	renderOn   = "on"
	renderOff  = "off"
)

// The settings of the browser that opens submitted pages.
func browserSettings() []setting {
	return []setting{
		{key: "browser", value: browserAuto, help: "Chromium that opens the page, to read it after JavaScript (--render) and to show it to a model that can see: auto (where one is found), " +
			"off, or its `PATH`"},
		{key: "render", value: renderAuto, help: "whether the page is read as a browser has it too, and measured in it: on, off, or auto: where it has no content without " +
			"JavaScript"},
	}
}

// rendering says which pages the browser reads.
func rendering(c *config) (pipeline.Rendering, error) {
	switch wanted := c.GetString("render"); {
	case wanted == renderOff:
		return pipeline.RenderNone, nil
	case wanted == renderOn && c.GetString("browser") == browserOff:
		return "", usage("--render on needs a browser; leave --browser off out")
	case wanted == renderOn:
		return pipeline.RenderAll, nil
	case wanted == renderAuto:
		return pipeline.RenderNeeded, nil
	default:
		return "", usage("--render %q: use auto, on or off", audit.Printable(wanted))
	}
}

// openBrowser gives the browser that opens pages, and lets the model look where it can see; nil where nobody wants one, or where there is none and nobody
// asked for it by name. It isn't started yet.
func (m *models) openBrowser(p *pipeline.Config) (*render.Browser, error) {
	named := m.config.GetString("browser")
	sees, shows := m.judge.Engine.(engine.Viewer)
	if named == browserOff || !shows && p.Rendering == pipeline.RenderNone {
		return nil, nil
	}
	path := named
	if named == browserAuto {
		path = ""
	}
	b, err := render.New(render.Config{Path: path, Fetch: p.Fetch})
	switch {
	case err == nil:
		if shows {
			m.judge.Viewer = sees
		}
		return b, nil
	case m.config.GetString("render") == renderOn:
		return nil, usage("--render on: %v", err)
	case named == browserAuto && (!shows || os.Getenv(render.Variable) == ""):
		return nil, nil
	}
	return nil, usage("--browser: %v", err)
}
