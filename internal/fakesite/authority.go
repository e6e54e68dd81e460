package fakesite

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

// How a certificate, or what the server does with it, can be spoilt.
const (
	expired     = "expired"
	selfSigned  = "self-signed"
	wrongHost   = "wrong-host"
	oldProtocol = "old-protocol"
)

// Authority signs the certificates of sites. Its certificates are good around the time it was made for, since TLS goes by the machine's clock.
type Authority struct {
	now         time.Time
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
}

// NewAuthority makes an authority whose certificates are good at the time now.
func NewAuthority(now time.Time) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the authority's key: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Fakesite Root"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("making the authority's certificate: %w", err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("reading the authority's certificate: %w", err)
	}
	return &Authority{now: now, key: key, certificate: certificate}, nil
}

// Pool holds the authority's root.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	return pool
}

// PEM is the authority's root as a file for SSL_CERT_FILE.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw})
}

// issue makes the certificate of a host, spoilt in the way that is named.
func (a *Authority) issue(host, how string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("making the key of %s: %w", host, err)
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host, "www." + host},
		NotBefore: a.now.AddDate(0, 0, -20), NotAfter: a.now.AddDate(0, 0, 70),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	parent, signer := a.certificate, a.key
	switch how {
	case expired:
		leaf.NotBefore, leaf.NotAfter = a.now.AddDate(0, 0, -92), a.now.AddDate(0, 0, -2)
	case selfSigned:
		parent, signer = leaf, key
	case wrongHost:
		leaf.DNSNames = []string{"elsewhere.example"}
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, parent, &key.PublicKey, signer)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("making the certificate of %s: %w", host, err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
