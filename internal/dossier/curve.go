package dossier

import "github.com/bauta/bauta/internal/audit"

// curve draws the evidence after each look of a certificate.
func curve(c *audit.Certificate) string {
	return audit.Curve(c.Last(), c.Looks, c.Leaks, c.Enough)
}
