package render

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	cdpio "github.com/chromedp/cdproto/io"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/auditctl/auditctl/internal/chromium"
)

// The bounds of what is printed.
const (
	MaxPrinted = 32 << 20 // bytes of HTML
	MaxPDF     = 64 << 20 // bytes
	printTime  = time.Minute
	pdfChunk   = 1 << 20
)

// A4, in inches.
const (
	paperWidth, paperHeight = 210 / 25.4, 297 / 25.4
	paperMargin             = 15 / 25.4
)

// pageNumbers stand at the foot of every page. The browser puts the numbers in.
const pageNumbers = `<div style="width:100%;text-align:center;font:8px sans-serif;color:#555"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`

// Print makes a PDF of an HTML document that needs nothing beside itself: A4 unless its style says otherwise, with backgrounds, outline, tags for those who
// are read to, and page numbers. It runs no script and connects to nothing, whatever the document asks for, and is done within a minute. The error is an
// *Error.
func (b *Browser) Print(ctx context.Context, html []byte) ([]byte, error) {
	if len(html) > MaxPrinted {
		return nil, fault(TooLarge, fmt.Errorf("%d bytes of HTML; at most %d are printed", len(html), MaxPrinted))
	}
	ctx, cancel := context.WithTimeout(ctx, printTime)
	defer cancel()
	select {
	case b.prints <- struct{}{}:
		defer func() { <-b.prints }()
	case <-ctx.Done():
		return nil, fault(late(ctx, NoTurn), ctx.Err())
	}
	p, err := b.take(ctx)
	if err != nil {
		return nil, err
	}
	defer b.give(p)
	pdf, err := p.print(ctx, string(html))
	if err != nil {
		return nil, p.failed(ctx, err)
	}
	return pdf, nil
}

// print has a tab of its own for the document, in a context of its own whose proxy leads nowhere.
//
//nolint:contextcheck // chromedp's contexts hold the browser, so the tab's comes from there, and ends with ctx
func (p *process) print(ctx context.Context, html string) ([]byte, error) {
	tab, closeTab := chromedp.NewContext(p.ctx, chromedp.WithNewBrowserContext(func(c *target.CreateBrowserContextParams) {
		c.ProxyServer, c.ProxyBypassList = chromium.Nowhere, "<-loopback>"
	}))
	defer closeTab()
	tab, cancel := context.WithCancel(tab)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	crashed := func(event any) {
		if _, is := event.(*inspector.EventTargetCrashed); is {
			cancel()
		}
	}
	if err := chromedp.Listen(tab, crashed); err != nil {
		return nil, err
	}
	tree, err := chromedp.Call(tab, cdppage.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	_, err = chromedp.CallBrowser(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: chromedp.FromContext(tab).BrowserContextID,
	})
	for _, step := range []func() error{
		call(tab, css.Disable, cdp.Empty{}), // chromedp keeps a copy of what these two tell
		call(tab, dom.Disable, cdp.Empty{}),
		call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}),
		call(tab, cdppage.SetDocumentContent, cdppage.SetDocumentContentParams{FrameID: tree.FrameTree.Frame.ID, HTML: html}),
	} {
		if err != nil {
			return nil, err
		}
		err = step()
	}
	if err != nil {
		return nil, err
	}
	margin := paperMargin
	printed, err := chromedp.Call(tab, cdppage.PrintToPDF, cdppage.PrintToPDFParams{
		PrintBackground: new(true), PaperWidth: paperWidth, PaperHeight: paperHeight, PreferCSSPageSize: new(true),
		MarginTop: &margin, MarginBottom: &margin, MarginLeft: &margin, MarginRight: &margin,
		DisplayHeaderFooter: new(true), HeaderTemplate: "<span></span>", FooterTemplate: pageNumbers,
		GenerateTaggedPDF: new(true), GenerateDocumentOutline: new(true),
		TransferMode: cdppage.PrintToPDFTransferModeReturnAsStream,
	})
	if err != nil {
		return nil, err
	}
	var pdf []byte
	for {
		part, err := chromedp.Call(tab, cdpio.Read, cdpio.ReadParams{Handle: printed.Stream, Size: pdfChunk})
		if err != nil {
			return nil, err
		}
		if pdf = append(pdf, part.Data...); len(pdf) > MaxPDF {
			return nil, fault(TooLarge, fmt.Errorf("a PDF of more than %d bytes", MaxPDF))
		}
		if part.EOF {
			return pdf, nil
		}
	}
}
