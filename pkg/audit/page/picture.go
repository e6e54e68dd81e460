package page

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/gif"  // for its header
	_ "image/jpeg" // for its header
	_ "image/png"  // for its header
)

// PictureSize reads width and height, in pixels, from the first bytes of a PNG, JPEG, GIF or WebP file; 0, 0 where they can't be told.
func PictureSize(head []byte) (width, height int) {
	if len(head) >= 30 && bytes.Equal(head[:4], []byte("RIFF")) && bytes.Equal(head[8:12], []byte("WEBP")) {
		return webpSize(head)
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(head))
	if err != nil {
		return 0, 0
	}
	return c.Width, c.Height
}

// webpSize reads the first chunk of at least 30 bytes of a WebP file (RFC 9649, section 2; RFC 6386, 9.1, for the lossy one).
func webpSize(head []byte) (width, height int) {
	data := head[20:]
	switch string(head[12:16]) {
	case "VP8X": // 24 bits each, less one
		return 1 + int(data[4]) + int(data[5])<<8 + int(data[6])<<16, 1 + int(data[7]) + int(data[8])<<8 + int(data[9])<<16
	case "VP8L": // after a signature, 14 bits each, less one
		if data[0] != 0x2f {
			return 0, 0
		}
		bits := binary.LittleEndian.Uint32(data[1:])
		return 1 + int(bits&0x3fff), 1 + int(bits>>14&0x3fff)
	case "VP8 ": // after a frame tag and a start code, 14 bits each and two of scale
		if !bytes.Equal(data[3:6], []byte{0x9d, 0x01, 0x2a}) {
			return 0, 0
		}
		return int(binary.LittleEndian.Uint16(data[6:]) & 0x3fff), int(binary.LittleEndian.Uint16(data[8:]) & 0x3fff)
	}
	return 0, 0
}
