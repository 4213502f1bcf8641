package pattern

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// Whatever the standard library writes for an address of version 6 is found
// whole, in any case, with brackets around it or a port behind.
func TestIPv6AsTheStandardLibraryWritesIt(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"ipv6"}})
	rapid.Check(t, func(t *rapid.T) {
		raw := [16]byte{0x20, 0x01, 0x0d, 0xb8}
		for i := 4; i < 16; i++ {
			if !rapid.Bool().Draw(t, "zero") {
				raw[i] = rapid.Byte().Draw(t, "byte")
			}
		}
		addr := netip.AddrFrom16(raw)
		written := rapid.SampledFrom([]string{addr.String(), addr.StringExpanded(), strings.ToUpper(addr.String())}).Draw(t, "written")
		head := rapid.SampledFrom([]string{"ip ", "(", "hop ", "[", "serveur\n"}).Draw(t, "head")
		tail := map[string]string{"(": ")", "[": "]"}[head] + " voila"
		text := head + written + tail
		if spans := find1(t, d, text); !has(spans, len(head), len(head)+len(written), "") || len(spans) != 1 {
			t.Fatalf("%q gives %s", text, show(text, spans))
		}
	})
}

// Four numbers with dots are an address where the standard library reads one, but for
// that of every machine to itself and masks of networks, and else are not.
func TestIPv4AgreesWithTheStandardLibrary(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"ipv4"}})
	rapid.Check(t, func(t *rapid.T) {
		octet := rapid.OneOf(rapid.IntRange(20, 255), rapid.IntRange(256, 999))
		written := fmt.Sprintf("%d.%d.%d.%d", octet.Draw(t, "a"), octet.Draw(t, "b"), octet.Draw(t, "c"), octet.Draw(t, "d"))
		addr, err := netip.ParseAddr(written)
		text, want := "ip "+written+" ok", err == nil && !addr.IsLoopback() && !strings.HasPrefix(written, "255.255.")
		if spans := find1(t, d, text); has(spans, 3, 3+len(written), "") != want || !want && len(spans) > 0 {
			t.Fatalf("%q gives %s, the standard library says %v", text, show(text, spans), err)
		}
	})
}

// An address that the standard library builds is found whole, with its query
// and fragment, and its host is not found again inside it.
func TestURLsAsTheStandardLibraryBuildsThem(t *testing.T) {
	d := cached(t, Config{Kinds: []string{string(bauta.URL)}})
	part := rapid.StringMatching(`[a-z0-9]{1,8}`)
	rapid.Check(t, func(t *rapid.T) {
		u := url.URL{
			Scheme: rapid.SampledFrom([]string{"http", "https"}).Draw(t, "scheme"),
			Host:   part.Draw(t, "host") + "." + rapid.SampledFrom([]string{"fr", "com", "org", "co.uk", "example", "zz"}).Draw(t, "top"),
			Path:   "/" + strings.Join(rapid.SliceOfN(part, 0, 4).Draw(t, "path"), "/"),
		}
		if rapid.Bool().Draw(t, "query") {
			u.RawQuery = url.Values{part.Draw(t, "key"): {rapid.StringMatching(`[a-z é&=/]{0,8}[a-z]`).Draw(t, "value")}}.Encode()
		}
		if rapid.Bool().Draw(t, "fragment") {
			u.Fragment = part.Draw(t, "anchor")
		}
		written := u.String()
		text := "regarde " + written + rapid.SampledFrom([]string{"", ".", " stp", ", ok", "!", " 😀", "😀", "\n", "»", "…"}).Draw(t, "tail")
		if spans := find1(t, d, text); !has(spans, 8, 8+len(written), bauta.URL) || len(spans) != 1 {
			t.Fatalf("%q gives %s", text, show(text, spans))
		}
	})
}

// Addresses of letters, digits, dots and signs in the middle are found whole.
func TestEmailsOfAnyName(t *testing.T) {
	d := cached(t, Config{Kinds: []string{string(bauta.Email)}})
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-zA-Z0-9]([a-zA-Z0-9._+-]?[a-zA-Z0-9]){1,12}`).Draw(t, "name")
		host := rapid.StringMatching(`[a-z0-9]([a-z0-9-]?[a-z0-9]){1,10}`).Draw(t, "host") + rapid.SampledFrom([]string{".fr", ".com", ".co.uk", ".de", ".museum"}).Draw(t, "top")
		written := name + "@" + host
		head := rapid.SampledFrom([]string{"", "ecris a ", "mail:", "<", "(", "été ", "😀 ", "mailto:"}).Draw(t, "head")
		text := head + written + rapid.SampledFrom([]string{"", ".", " ok", ">", ")", ", biz", "!", "?", "\n", ";"}).Draw(t, "tail")
		if spans := find1(t, d, text); !has(spans, len(head), len(head)+len(written), bauta.Email) || len(spans) != 1 {
			t.Fatalf("%q gives %s", text, show(text, spans))
		}
	})
}

// Hardware addresses in the four usual dresses; one byte fewer is none.
func TestHardwareAddresses(t *testing.T) {
	d := cached(t, Config{Kinds: []string{"mac"}})
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOfN(rapid.ByteRange(1, 254), 6, 6).Draw(t, "bytes")
		raw[0], raw[5] = 0x1a, 0x2b
		hexes := strings.Fields(fmt.Sprintf("% x", raw))
		dotted := hexes[0] + hexes[1] + "." + hexes[2] + hexes[3] + "." + hexes[4] + hexes[5]
		written := rapid.SampledFrom([]string{strings.Join(hexes, ":"), strings.Join(hexes, "-"), strings.ToUpper(strings.Join(hexes, ":")), dotted}).Draw(t, "written")
		text := "hop " + written + " ok"
		if spans := find1(t, d, text); !has(spans, 4, 4+len(written), "") {
			t.Fatalf("%q gives %s", text, show(text, spans))
		}
		short := "hop " + strings.Join(hexes[:5], ":") + " ok"
		if spans := find1(t, d, short); len(spans) > 0 {
			t.Fatalf("%q gives %s", short, show(short, spans))
		}
	})
}
