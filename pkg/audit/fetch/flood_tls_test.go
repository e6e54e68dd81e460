package fetch

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// recordWriter writes TLS 1.3 records that crypto/tls wouldn't: empty ones, key updates, session tickets.
type recordWriter struct {
	to     *bufio.Writer
	secret []byte
	aead   cipher.AEAD
	iv     []byte
	seq    uint64
}

func newRecordWriter(c net.Conn, keyLog string) (*recordWriter, error) {
	_, secret, _ := strings.Cut(keyLog, "SERVER_TRAFFIC_SECRET_0 ")
	_, secret, _ = strings.Cut(secret, " ")
	secret, _, _ = strings.Cut(secret, "\n")
	key, err := hex.DecodeString(secret)
	if err != nil || len(key) != 32 {
		return nil, fmt.Errorf("no secret for TLS_AES_128_GCM_SHA256: %d bytes, %w", len(key), err)
	}
	w := &recordWriter{to: bufio.NewWriterSize(c, 64<<10)}
	return w, w.use(key)
}

func expand(secret []byte, label string, n int) []byte {
	label = "tls13 " + label
	info := append(binary.BigEndian.AppendUint16(nil, uint16(n)), byte(len(label)))
	out, err := hkdf.Expand(sha256.New, secret, string(append(append(info, label...), 0)), n)
	if err != nil {
		panic(err)
	}
	return out
}

func (w *recordWriter) use(secret []byte) error {
	block, err := aes.NewCipher(expand(secret, "key", 16))
	if err != nil {
		return err
	}
	w.secret, w.iv, w.seq = secret, expand(secret, "iv", 12), 0
	w.aead, err = cipher.NewGCM(block)
	return err
}

// write sends content in records of so many bytes; 0: in one.
func (w *recordWriter) write(kind byte, content []byte, each int) error {
	for {
		part := content
		if each > 0 {
			part = content[:min(each, len(content))]
		}
		content = content[len(part):]
		nonce := bytes.Clone(w.iv)
		for i := range 8 {
			nonce[4+i] ^= byte(w.seq >> (56 - 8*i))
		}
		w.seq++
		head := binary.BigEndian.AppendUint16([]byte{23, 3, 3}, uint16(len(part)+1+16))
		if _, err := w.to.Write(w.aead.Seal(head, nonce, append(bytes.Clone(part), kind), head)); err != nil {
			return err
		}
		if len(content) == 0 {
			return nil
		}
	}
}

// update sends KeyUpdate, which asks the other side for one too, and goes on with the next key.
func (w *recordWriter) update() error {
	if err := w.write(22, []byte{24, 0, 0, 1, 1}, 0); err != nil {
		return err
	}
	return w.use(expand(w.secret, "traffic upd", 32))
}

// selfMade is a certificate for 127.0.0.1.
func selfMade(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
