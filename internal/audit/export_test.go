package audit

import "crypto/ed25519"

// CanaryKeys are the keys of the canaries that were handed out.
func (s *State) CanaryKeys() (out []string) {
	for key, r := range s.rows {
		if r.Canary {
			out = append(out, key)
		}
	}
	return out
}

// SpentOnReader is what the measurement of a reader in an audit may spend of a level.
func SpentOnReader(l Level, measured int) float64 { return l.ofReader(measured) }

// SignedBy signs a certificate as it stands.
func (c *Certificate) SignedBy(key ed25519.PrivateKey) (*Certificate, error) { return c.sign(key) }
