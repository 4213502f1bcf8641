package settle_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestAccounts: what is written as one word of several parts is hidden whole or not at all; what is no account stays as
// it was found. Finds stand between ‹ and ›.
func TestAccounts(t *testing.T) {
	for _, c := range []struct{ lang, found, want string }{
		{"en", "login ‹wiebke›.harmsenly failed", "login ‹wiebke.harmsenly› failed"},
		{"es", "echeverrigal.‹guillermo›", "‹echeverrigal.guillermo›"},
		{"en", "‹julia›.config and oscar.retries", "‹julia›.config and oscar.retries"},
		{"en", "cd /home/‹wiebke›.harmsenly/x", "cd /home/‹wiebke›.harmsenly/x"},
		{"en", "‹wiebke›.toml", "‹wiebke›.toml"},
		{"fr", "merci ‹anna›. zorglubain arrive", "merci ‹anna›. zorglubain arrive"},
		{"fr", "vu chez ‹zorglub›_harksenly hier", "vu chez ‹zorglub_harksenly› hier"},
		{"sv", "‹wiebke›_harksenly_92 gillade", "‹wiebke_harksenly_92› gillade"},
		{"de", "frag xx_‹wiebke›_xx.", "frag ‹xx_wiebke_xx›."},
		{"en", "‹Wiebke›_harksenly's story", "‹Wiebke_harksenly›'s story"},
		{"en", "scan_‹wiebke›_2024.pdf", "scan_‹wiebke›_2024.pdf"},
		{"fr", "regarde IMG_‹lilou›_plage(2).jpg", "regarde IMG_‹lilou›_plage(2).jpg"},
		{"it", "lo dice ‹wiebke›.grashof88", "lo dice ‹wiebke.grashof88›"},
		{"it", "arriva ‹Wiebke›-Lou alle 8", "arriva ‹Wiebke›-Lou alle 8"},
		{"sv", "tagen med ‹zorglub›_z6", "tagen med zorglub_z6"},
		{"es", "foto con ‹zorglub›_p30_pro", "foto con zorglub_p30_pro"},
		{"de", "die ‹zorglub›-x1 taugt was", "die zorglub-x1 taugt was"},
		{"de", "___‹Wiebke›___", "___‹Wiebke›___"},
		{"de", ".-_‹wiebke", ".-_‹wiebke›"},
	} {
		plain := strings.NewReplacer("‹", "", "›", "").Replace(c.found)
		start := strings.Index(c.found, "‹")
		end := len(plain)
		if before, _, ok := strings.Cut(c.found, "›"); ok {
			end = len(before) - len("‹")
		}
		d := doc(t, c.lang, plain)
		s := bauta.Span{Start: start, End: end, Label: bauta.Person, P: 0.9, Source: "crf"}
		out, err := settle.Accounts{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil {
			t.Fatal(err)
		}
		got := plain
		for _, s := range out {
			got = plain[:s.Start] + "‹" + plain[s.Start:s.End] + "›" + plain[s.End:]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.lang, got, c.want)
		}
	}
}
