// Command rootfs writes the files that a container's image needs beside the program: certificate authorities, a user, and folders that it may write to.
package main

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: rootfs FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "rootfs:", err)
		os.Exit(1)
	}
}

// authorities are Mozilla's, but for those that it trusts under conditions, which a file of certificates can't tell.
func authorities() ([]byte, error) {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		if err := pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func write(folder string) error {
	certificates, err := authorities()
	if err != nil {
		return err
	}
	for path, content := range map[string][]byte{
		"etc/passwd":                        []byte("root:x:0:0:root:/:/sbin/nologin\nauditctl:x:65532:65532:auditctl:/var/lib/auditctl:/sbin/nologin\n"),
		"etc/group":                         []byte("root:x:0:\nauditctl:x:65532:\n"),
		"etc/ssl/certs/ca-certificates.crt": certificates,
	} {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	for _, empty := range []string{"tmp", "data"} {
		if err := os.MkdirAll(filepath.Join(folder, empty), 0o700); err != nil {
			return err
		}
	}
	return nil
}
