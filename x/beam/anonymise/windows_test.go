package anonymise_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/teststream"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/x/beam/anonymise"
)

// TestWindows: what comes out of order, or late, stands where its time says as long as its window is open; each window
// begins its conversations anew; and what comes once it has closed never comes out.
func TestWindows(t *testing.T) {
	stream := teststream.NewConfig()
	say := func(at int64, who string) {
		row := fmt.Sprintf(`{"thread":"1","text":"salut %s","at":%d}`, who, at)
		if err := stream.AddElements(at, anonymise.Message{Origin: "chat", Order: at, Row: []byte(row)}); err != nil {
			t.Fatal(err)
		}
	}
	advance := func(to int64) {
		if err := stream.AdvanceWatermark(to); err != nil {
			t.Fatal(err)
		}
	}
	say(3000, "Nadia")
	say(1000, "Paul")
	advance(9000)
	say(2000, "Claire") // late, and in time
	say(15000, "Claire")
	advance(12000)
	say(4000, "Zyxel") // its window has closed
	say(11000, "Nadia")
	if err := stream.AdvanceWatermarkToInfinity(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	p, s := beam.NewPipelineWithRoot()
	messages := beam.WindowInto(s, window.NewFixedWindows(10*time.Second), teststream.Create(s, stream))
	rows, dead := anonymise.Do(s, anonymise.Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}, messages)
	whole := func(col beam.PCollection) beam.PCollection { return beam.WindowInto(s, window.NewGlobalWindows(), col) }
	textio.Write(s, out, whole(anonymise.Rows(s, rows)))
	textio.Write(s, out+".dead", whole(anonymise.Letters(s, dead)))
	result, err := prism.Execute(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"thread":"1","text":"salut Person 1","at":1000}`, `{"thread":"1","text":"salut Person 1","at":11000}`,
		`{"thread":"1","text":"salut Person 2","at":15000}`, `{"thread":"1","text":"salut Person 2","at":2000}`,
		`{"thread":"1","text":"salut Person 3","at":3000}`,
	}
	if got := sorted(t, out); !slices.Equal(got, want) {
		t.Errorf("%q; %s", got, anonymise.Told(result))
	}
}
