package fetch

import (
	"crypto/tls"
	"fmt"
	"slices"
)

// Cipher suites by their numbers in the IANA registry, in the order in which they are offered.
var (
	ecdheSealed = []uint16{0xC02B, 0xC02F, 0xC02C, 0xC030, 0xCCA9, 0xCCA8} // AES-GCM and ChaCha20
	dheSealed   = []uint16{0x009E, 0x009F, 0xCCAA}
	ecdheCBC    = []uint16{0xC023, 0xC027, 0xC024, 0xC028, 0xC009, 0xC013, 0xC00A, 0xC014}
	dheCBC      = []uint16{0x0067, 0x006B, 0x0033, 0x0039, 0x0045, 0x0088}
	// staticSuites encrypt the secret by the certificate's key.
	staticSuites = []uint16{0x009C, 0x009D, 0x003C, 0x003D, 0x002F, 0x0035, 0x0041, 0x0084}
	// weakSuites are RC4, then blocks of 64 bits.
	weakSuites = []uint16{0xC007, 0xC011, 0x0005, 0x0004, 0xC008, 0xC012, 0x0016, 0x0013, 0x000A, 0x0007}
	// brokenSuites come without encryption, without authentication, of export strength, or as single DES.
	brokenSuites = []uint16{
		0x0001, 0x0002, 0x003B, 0xC001, 0xC006, 0xC00B, 0xC010, 0xC015,
		0x0017, 0x0018, 0x0019, 0x001A, 0x001B, 0x0034, 0x003A, 0x006C, 0x006D, 0x00A6, 0x00A7, 0xC016, 0xC017, 0xC018, 0xC019,
		0x0003, 0x0006, 0x0008, 0x000B, 0x000E, 0x0011, 0x0014, 0x0009, 0x000C, 0x000F, 0x0012, 0x0015,
	}
)

// suiteNames are the IANA names of the suites that crypto/tls doesn't know.
var suiteNames = map[uint16]string{
	0x0001: "TLS_RSA_WITH_NULL_MD5", 0x0002: "TLS_RSA_WITH_NULL_SHA", 0x003B: "TLS_RSA_WITH_NULL_SHA256",
	0xC001: "TLS_ECDH_ECDSA_WITH_NULL_SHA", 0xC006: "TLS_ECDHE_ECDSA_WITH_NULL_SHA", 0xC00B: "TLS_ECDH_RSA_WITH_NULL_SHA",
	0xC010: "TLS_ECDHE_RSA_WITH_NULL_SHA", 0xC015: "TLS_ECDH_anon_WITH_NULL_SHA",
	0x0017: "TLS_DH_anon_EXPORT_WITH_RC4_40_MD5", 0x0018: "TLS_DH_anon_WITH_RC4_128_MD5", 0x0019: "TLS_DH_anon_EXPORT_WITH_DES40_CBC_SHA",
	0x001A: "TLS_DH_anon_WITH_DES_CBC_SHA", 0x001B: "TLS_DH_anon_WITH_3DES_EDE_CBC_SHA", 0x0034: "TLS_DH_anon_WITH_AES_128_CBC_SHA",
	0x003A: "TLS_DH_anon_WITH_AES_256_CBC_SHA", 0x006C: "TLS_DH_anon_WITH_AES_128_CBC_SHA256", 0x006D: "TLS_DH_anon_WITH_AES_256_CBC_SHA256",
	0x00A6: "TLS_DH_anon_WITH_AES_128_GCM_SHA256", 0x00A7: "TLS_DH_anon_WITH_AES_256_GCM_SHA384", 0xC016: "TLS_ECDH_anon_WITH_RC4_128_SHA",
	0xC017: "TLS_ECDH_anon_WITH_3DES_EDE_CBC_SHA", 0xC018: "TLS_ECDH_anon_WITH_AES_128_CBC_SHA", 0xC019: "TLS_ECDH_anon_WITH_AES_256_CBC_SHA",
	0x0003: "TLS_RSA_EXPORT_WITH_RC4_40_MD5", 0x0006: "TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5", 0x0008: "TLS_RSA_EXPORT_WITH_DES40_CBC_SHA",
	0x000B: "TLS_DH_DSS_EXPORT_WITH_DES40_CBC_SHA", 0x000E: "TLS_DH_RSA_EXPORT_WITH_DES40_CBC_SHA", 0x0011: "TLS_DHE_DSS_EXPORT_WITH_DES40_CBC_SHA",
	0x0014: "TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA", 0x0009: "TLS_RSA_WITH_DES_CBC_SHA", 0x000C: "TLS_DH_DSS_WITH_DES_CBC_SHA",
	0x000F: "TLS_DH_RSA_WITH_DES_CBC_SHA", 0x0012: "TLS_DHE_DSS_WITH_DES_CBC_SHA", 0x0015: "TLS_DHE_RSA_WITH_DES_CBC_SHA",
	0x0004: "TLS_RSA_WITH_RC4_128_MD5", 0x0007: "TLS_RSA_WITH_IDEA_CBC_SHA", 0x0013: "TLS_DHE_DSS_WITH_3DES_EDE_CBC_SHA",
	0x0016: "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA", 0xC008: "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA",
	0x009E: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", 0x009F: "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", 0xCCAA: "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
	0x0067: "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256", 0x006B: "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256", 0x0033: "TLS_DHE_RSA_WITH_AES_128_CBC_SHA",
	0x0039: "TLS_DHE_RSA_WITH_AES_256_CBC_SHA", 0x0045: "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA", 0x0088: "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA",
	0xC024: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", 0xC028: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", 0x003D: "TLS_RSA_WITH_AES_256_CBC_SHA256",
	0x0041: "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA", 0x0084: "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA",
}

// suiteName gives the IANA name of a suite; its number, as 0x1234, where it has none here.
func suiteName(id uint16) string {
	if name, ok := suiteNames[id]; ok {
		return name
	}
	for _, suites := range [][]*tls.CipherSuite{tls.CipherSuites(), tls.InsecureCipherSuites()} {
		for _, s := range suites {
			if s.ID == id {
				return s.Name
			}
		}
	}
	return fmt.Sprintf("0x%04X", id)
}

// soundSuites have forward secrecy, the strongest first.
func soundSuites() []uint16 { return slices.Concat(ecdheSealed, dheSealed, ecdheCBC, dheCBC) }

func dheSuites() []uint16 { return slices.Concat(dheSealed, dheCBC) }

func sealedSuites() []uint16 { return slices.Concat(ecdheSealed, dheSealed, staticSuites[:2]) }

// worstFirst are the sound suites and those without forward secrecy, what a server should choose last in front. ChaCha20 isn't among them: between it
// and AES many servers follow the client, and nowhere else.
func worstFirst() []uint16 {
	suites := slices.Concat(ecdheSealed[:4], dheSealed[:2], ecdheCBC, dheCBC, staticSuites)
	slices.Reverse(suites)
	return suites
}

func everySuite() []uint16 {
	return slices.Concat(soundSuites(), staticSuites, weakSuites, brokenSuites)
}
