package costfuzz

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// http2Conn writes the answers of one connection. It keeps to the client's flow control, and to nothing else that a good server does.
type http2Conn struct {
	origin *Origin
	framer *http2.Framer

	write sync.Mutex // of framer, out and encoder
	out   *bufio.Writer
	block bytes.Buffer
	hpack *hpack.Encoder

	mu      sync.Mutex // of what follows
	changed *sync.Cond
	closed  bool
	initial int64 // window of a new stream
	window  int64 // of the connection
	streams map[uint32]int64
}

var errClosed = errors.New("the connection or stream is closed")

func (o *Origin) serveHTTP2(c net.Conn) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(c, preface); err != nil || string(preface) != http2.ClientPreface {
		return
	}
	h := &http2Conn{origin: o, out: bufio.NewWriterSize(c, 32<<10), initial: 65535, window: 65535, streams: map[uint32]int64{}}
	h.framer = http2.NewFramer(h.out, c)
	h.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	h.hpack = hpack.NewEncoder(&h.block)
	h.changed = sync.NewCond(&h.mu)
	if h.framer.WriteSettings() != nil || h.out.Flush() != nil {
		return
	}
	var answers sync.WaitGroup
	defer answers.Wait()
	defer h.close()
	defer c.Close()
	for {
		f, err := h.framer.ReadFrame()
		if err != nil {
			return
		}
		if request, ok := f.(*http2.MetaHeadersFrame); ok {
			method, path, id := request.PseudoValue("method"), request.PseudoValue("path"), request.StreamID
			h.open(id)
			answers.Go(func() { h.answer(method, path, id) })
		} else if err := h.control(f); err != nil {
			return
		}
	}
}

func (h *http2Conn) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.changed.Broadcast()
}

func (h *http2Conn) open(id uint32) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.streams[id] = h.initial
}

func (h *http2Conn) forget(id uint32) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, id)
	h.changed.Broadcast()
}

// control follows what the client says of windows and settings.
func (h *http2Conn) control(f http2.Frame) error {
	switch f := f.(type) {
	case *http2.SettingsFrame:
		if f.IsAck() {
			return nil
		}
		if v, ok := f.Value(http2.SettingInitialWindowSize); ok {
			h.resize(int64(v))
		}
		h.write.Lock()
		defer h.write.Unlock()
		return errors.Join(h.framer.WriteSettingsAck(), h.out.Flush())
	case *http2.WindowUpdateFrame:
		h.mu.Lock()
		defer h.mu.Unlock()
		if f.StreamID == 0 {
			h.window += int64(f.Increment)
		} else if _, ok := h.streams[f.StreamID]; ok {
			h.streams[f.StreamID] += int64(f.Increment)
		}
		h.changed.Broadcast()
	case *http2.RSTStreamFrame:
		h.forget(f.StreamID)
	}
	return nil
}

func (h *http2Conn) resize(initial int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.streams {
		h.streams[id] += initial - h.initial
	}
	h.initial = initial
	h.changed.Broadcast()
}

func (h *http2Conn) flush() error {
	h.write.Lock()
	defer h.write.Unlock()
	return h.out.Flush()
}

// take waits until n bytes may be sent on a stream. What was written before is sent meanwhile.
func (h *http2Conn) take(id uint32, n int64) error {
	if h.taken(id, n) {
		return nil
	}
	if err := h.flush(); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		left, ok := h.streams[id]
		if h.closed || !ok {
			return errClosed
		}
		if left >= n && h.window >= n {
			h.streams[id] -= n
			h.window -= n
			return nil
		}
		h.changed.Wait()
	}
}

// taken takes n bytes of a stream's window if they may be sent now.
func (h *http2Conn) taken(id uint32, n int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	left, ok := h.streams[id]
	if h.closed || !ok || left < n || h.window < n {
		return false
	}
	h.streams[id] -= n
	h.window -= n
	return true
}

func (h *http2Conn) answer(method, path string, id uint32) {
	defer h.forget(id)
	a, err := h.origin.answer(path)
	if err != nil {
		return
	}
	for range a.frames.Informational {
		if h.headers(id, [][2]string{{":status", "103"}, {"link", "</style.css>; rel=preload"}}, false) != nil {
			return
		}
	}
	last := bodyless(method, a.status)
	if h.headers(id, append([][2]string{{":status", strconv.Itoa(a.status)}}, a.header...), last) != nil {
		return
	}
	if last {
		_ = h.flush()
		return
	}
	if frames(a, func(piece []byte) error { return h.data(id, piece, a.frames) }) != nil {
		return
	}
	var trailers [][2]string
	for i := range a.frames.Trailers {
		trailers = append(trailers, [2]string{"x-trailer-" + strconv.Itoa(i), "1"})
	}
	if len(trailers) > 0 {
		if h.headers(id, trailers, true) == nil {
			_ = h.flush()
		}
		return
	}
	h.write.Lock()
	defer h.write.Unlock()
	if h.framer.WriteData(id, true, nil) == nil {
		_ = h.out.Flush()
	}
}

// frameSize is the largest frame that a client accepts unless it says otherwise.
const frameSize = 16 << 10

// headers writes a header block, in CONTINUATION frames if it is large.
func (h *http2Conn) headers(id uint32, list [][2]string, end bool) error {
	h.write.Lock()
	defer h.write.Unlock()
	h.block.Reset()
	for _, f := range list {
		_ = h.hpack.WriteField(hpack.HeaderField{Name: strings.ToLower(f[0]), Value: f[1]}) // to a buffer
	}
	block := h.block.Bytes()
	n := min(len(block), frameSize)
	err := h.framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: id, BlockFragment: block[:n], EndStream: end, EndHeaders: n == len(block),
	})
	for block = block[n:]; err == nil && len(block) > 0; block = block[n:] {
		n = min(len(block), frameSize)
		err = h.framer.WriteContinuation(id, n == len(block), block[:n])
	}
	return err
}

// data writes one DATA frame and what comes before it.
func (h *http2Conn) data(id uint32, piece []byte, f Frames) error {
	padding := min(f.Extension, 255)
	for len(piece) > 0 {
		n := min(len(piece), frameSize-256)
		if err := h.between(id, f); err != nil {
			return err
		}
		cost := int64(n)
		if padding > 0 {
			cost += int64(padding) + 1
		}
		if err := h.take(id, cost); err != nil {
			return err
		}
		if err := h.padded(id, piece[:n], padding); err != nil {
			return err
		}
		piece = piece[n:]
	}
	if f.Pause > 0 {
		if err := h.flush(); err != nil {
			return err
		}
	}
	return h.origin.pause(f.Pause)
}

func (h *http2Conn) padded(id uint32, piece []byte, padding int) error {
	h.write.Lock()
	defer h.write.Unlock()
	if padding == 0 {
		return h.framer.WriteData(id, false, piece)
	}
	return h.framer.WriteDataPadded(id, false, piece, make([]byte, padding))
}

// between writes empty DATA frames and control frames.
func (h *http2Conn) between(id uint32, f Frames) error {
	h.write.Lock()
	defer h.write.Unlock()
	for range f.Empty {
		if err := h.framer.WriteData(id, false, nil); err != nil {
			return err
		}
	}
	for range f.Control {
		if err := h.controlFrame(id, f.ControlKind); err != nil {
			return err
		}
	}
	return nil
}

func (h *http2Conn) controlFrame(id uint32, kind string) error {
	switch kind {
	case "settings":
		return h.framer.WriteSettings()
	case "window_update":
		return h.framer.WriteWindowUpdate(0, 1)
	case "priority":
		return h.framer.WritePriority(id, http2.PriorityParam{Weight: 1})
	default:
		return h.framer.WritePing(false, [8]byte{})
	}
}
