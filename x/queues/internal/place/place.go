// Package place reads where the messages of a queue stand.
package place

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// errPlace says nothing of the address, which may hold a password.
var errPlace = errors.New("wants nats://HOST:PORT/SUBJECT, tls:// for a server with a certificate")

var schemes = []string{"nats", "tls"}

// Parse parts nats://HOST/SUBJECT.
func Parse(address string) (server, subject string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || len(u.Path) < 2 || !slices.Contains(schemes, u.Scheme) {
		return "", "", errPlace
	}
	// What follows ? or # would be lost, or asked of the server.
	if strings.ContainsAny(address, "?#") || strings.ContainsFunc(u.Path[1:], outside) {
		return "", "", errPlace
	}
	subject, u.Path = u.Path[1:], ""
	return u.String(), subject, nil
}

// outside reports what stands in no subject that is written.
func outside(r rune) bool {
	return r == '*' || r == '>' || unicode.IsSpace(r) || unicode.IsControl(r)
}
