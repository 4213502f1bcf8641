package dossier

import "github.com/bauta/bauta/internal/audit"

// curve draws the evidence after each look of a certificate.
func curve(c *audit.Certificate) string {
	t := c.Test()
	return audit.Curve(t, c.Looks, c.Leaks, c.Enough)
}
