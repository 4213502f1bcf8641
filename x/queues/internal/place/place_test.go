package place_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/bauta/bauta/x/queues/internal/place"
)

func ExampleParse() {
	fmt.Println(place.Parse("tls://u:p@h:4222/chat.in"))
	// Output: tls://u:p@h:4222 chat.in <nil>
}

var bad = []string{
	"", "nats://h", "nats://h/", "nats:///chat", "kafka://h/t/u", "kafka://h/é", "kafka://u:p@h/t", "kafka:///t",
	"amqp://h/t", "nats://h/chat.*", "nats://h/>", "%",
	"nats://h/a?b", "nats://h/a#b", "nats://h/a%20b", "nats://h/%0d",
}

func TestRefused(t *testing.T) {
	for _, s := range bad {
		if _, _, err := place.Parse(s); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestBroker(t *testing.T) {
	for address, want := range map[string]string{
		"kafka://h:9092/chat.in": "h:9092 false true", "kafka+tls://[::1]/chat.in": "[::1] true true",
		"nats://h/t": " false false",
	} {
		server, _, err := place.Parse(address)
		host, tls, ok := place.Broker(server)
		if got := fmt.Sprint(host, " ", tls, ok); err != nil || got != want {
			t.Errorf("%s: %s %v", address, got, err)
		}
	}
}

// What is taken is a server and a subject, and these are the same when put together again.
func FuzzParse(f *testing.F) {
	for _, s := range append(bad, "tls://u:p@h:4222/chat.in", "nats://[::1]/a/b", "nats://h//%25",
		"kafka+tls://h:9093/chat_in.2") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		server, subject, err := place.Parse(address)
		if err != nil {
			if server+subject != "" {
				t.Fatal("parts of what is refused")
			}
			return
		}
		if subject == "" || strings.ContainsAny(subject, "*> \r\n") {
			t.Fatalf("%q is no subject", subject)
		}
		again, same, err := place.Parse(server + "/" + url.PathEscape(subject))
		if err != nil || again != server || same != subject {
			t.Fatalf("%q %q is %q %q: %v", server, subject, again, same, err)
		}
	})
}
