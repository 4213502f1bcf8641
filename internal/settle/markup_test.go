package settle_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/settle"
)

// What a find covers of the values of attributes and of the text around them stays covered;
// what makes a tag of them does not.
func TestMarkupCutsAtValues(t *testing.T) {
	for _, test := range []struct{ marked, want string }{
		{`<a href="tel:«+441">+44 1»</a>`, "+441|+44 1"},
		{`<img alt="«Tam" title="Tam Lou»">`, "Tam|Tam Lou"},
		{`«Tam <a href="x">Lou»</a>`, "Tam|x|Lou"},
		{`<b>«Tam</b> Lou»`, "Tam</b> Lou"},
		{`<a href="«tel">»`, "tel"},
		{`a < b «Tam" > Lou»`, `Tam" > Lou`},
		{`<a href="x«">»`, `">`},
		{`<td>«Tam</td><td>Lou»</td>`, "Tam|Lou"},
		{`<p>a «Tam</p> <p class="x">Lou Low»</p>`, "Tam|x|Lou Low"},
		{`«Tam<br>Lou»`, "Tam|Lou"},
		{`«Tam <!-- Lou»`, "Tam|Lou"},
		{`<li>«Tam</li><!-- x --><li>Lou</li>»`, "Tam|x|Lou"},
		{"«Tam\r\nLou Low»", "Tam|Lou Low"},
		{"«Tam\tLou Low»", "Tam|Lou Low"},
	} {
		start := strings.Index(test.marked, "«")
		end := strings.Index(test.marked, "»") - len("«")
		plain := strings.NewReplacer("«", "", "»", "").Replace(test.marked)
		out, err := settle.Markup{}.Settle(t.Context(), &bauta.Doc{Message: bauta.Message{Text: plain}},
			[]bauta.Span{{Start: start, End: end, Label: bauta.Person, P: 0.9}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range out {
			got = append(got, plain[s.Start:s.End])
		}
		if joined := strings.Join(got, "|"); joined != test.want {
			t.Errorf("%q is cut to %q, want %q", test.marked, joined, test.want)
		}
	}
}
