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
var errPlace = errors.New("wants nats://HOST:PORT/SUBJECT or kafka://HOST:PORT/TOPIC; " +
	"tls:// or kafka+tls:// for a server with a certificate")

// secret is Kafka behind a certificate.
const secret = "kafka+tls"

var schemes = []string{"nats", "tls", "kafka", secret}

// longest is how long the name of a topic may be.
const longest = 249

// Parse parts nats://HOST/SUBJECT and kafka://HOST/TOPIC.
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
	if broker(u) && (u.User != nil || len(subject) > longest || strings.ContainsFunc(subject, unnamed)) {
		return "", "", errPlace
	}
	return u.String(), subject, nil
}

// Broker gives the address of a broker of Kafka, and whether it shows a certificate.
func Broker(server string) (host string, tls, ok bool) {
	u, err := url.Parse(server)
	if err != nil || !broker(u) {
		return "", false, false
	}
	return u.Host, u.Scheme == secret, true
}

func broker(u *url.URL) bool { return u.Scheme == "kafka" || u.Scheme == secret }

// unnamed reports what stands in no name of a topic.
func unnamed(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-", r)
}

// outside reports what stands in no subject that is written.
func outside(r rune) bool {
	return r == '*' || r == '>' || unicode.IsSpace(r) || unicode.IsControl(r)
}
