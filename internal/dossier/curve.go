package dossier

import "github.com/bauta/bauta/internal/audit"

// curve draws the evidence after each look of a certificate; none where what is left was counted.
func curve(c *audit.Certificate) string {
	if c.Counts() {
		return ""
	}
	return audit.Curve(c.Last(), c.Looks, c.Leaks, c.Enough)
}
