package dossier

import "github.com/bauta/bauta/internal/audit"

// curve draws the evidence after each look of a certificate.
func curve(c *audit.Certificate) string {
	t := audit.Test{N: c.Looked(), Limit: c.Limit, OneLook: c.OneLook, Sees: c.Sees}
	return audit.Curve(t, c.Looks, c.Leaks, c.Enough)
}
