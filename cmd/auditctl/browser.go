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

// The values of the settings render and screenshot.
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

// The settings of the picture of a submitted page.
func screenshotSettings() []setting {
	return []setting{
		{key: "screenshot", value: renderAuto, help: "whether a picture of the page is kept for html and pdf reports: on, off, or auto: where a browser opens the page anyway, or one is " +
			"found and html or pdf of at most ten sites is written"},
	}
}

// screenshots says which pages a picture is kept of. shown: the result shows it.
func screenshots(c *config, shown bool) (pipeline.Screenshots, error) {
	switch wanted := c.GetString("screenshot"); {
	case wanted == renderOff:
		return pipeline.ScreenshotNone, nil
	case wanted == renderOn && c.GetString("browser") == browserOff:
		return "", usage("--screenshot on needs a browser; leave --browser off out")
	case wanted == renderOn, wanted == renderAuto && shown:
		return pipeline.ScreenshotAll, nil
	case wanted == renderAuto:
		return pipeline.ScreenshotOpened, nil
	default:
		return "", usage("--screenshot %q: use auto, on or off", audit.Printable(wanted))
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
	if named == browserOff || !shows && p.Rendering == pipeline.RenderNone && p.Screenshots != pipeline.ScreenshotAll {
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
	case m.config.GetString("screenshot") == renderOn:
		return nil, usage("--screenshot on: %v", err)
	case named == browserAuto && (!shows || os.Getenv(render.Variable) == ""):
		return nil, nil
	}
	return nil, usage("--browser: %v", err)
}
