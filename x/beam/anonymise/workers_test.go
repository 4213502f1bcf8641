package anonymise

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// grouped are invented conversations as an engine hands them to workers: by their keys.
func grouped(t *testing.T, cfg Config, n int) map[string][]Message {
	t.Helper()
	names := []string{"Paul", "Claire", "Nadia", "marc", "Sofia"}
	out := map[string][]Message{}
	f := &threading{cfg}
	for i := range 6 * n {
		row := fmt.Sprintf(`{"thread":"%d","text":"%s appelle %s au 06 12 34 56 78"}`, i%n, names[i%5], names[(i/n+i)%5])
		err := f.ProcessElement(t.Context(), Message{"chat", int64(i), []byte(row)}, func(key string, m Message) {
			out[key] = append(out[key], m)
		}, func(l Letter) { t.Error("withheld: ", l.Why) })
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// does is what a worker makes of a conversation, if it does not die at one of the rows.
func does(t *testing.T, cfg Config, list []Message, die int) (rows []string, alive bool) {
	t.Helper()
	defer func() {
		if recover() != nil {
			rows, alive = nil, false // an engine drops what a bundle that failed gave
		}
	}()
	f := &working{cfg}
	err := f.ProcessElement(t.Context(), "key", func(to *Message) bool {
		if len(list) == 0 {
			return false
		}
		*to, list = list[0], list[1:]
		return true
	}, func(m Message) {
		if die--; die == 0 {
			panic("the machine is gone")
		}
		rows = append(rows, string(m.Row))
	}, func(l Letter) { t.Error("withheld: ", l.Why) })
	if err != nil {
		t.Error(err)
	}
	return rows, true
}

// TestWorkersApart: workers that share nothing, each with the policy opened for itself, that get conversations and
// messages in any order, and die at some of them, write together what one writes alone: numbers and rotated names too.
func TestWorkersApart(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "key")
	drawn := make([]byte, 32)
	rand.Read(drawn)
	if err := os.WriteFile(secret, []byte(hex.EncodeToString(drawn)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, preset := range []string{"gdpr", "sms4science"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "policy", "presets", preset+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, workers := range []int{1, 2, 4} {
			var each []Config
			for i := range workers {
				own := filepath.Join(t.TempDir(), fmt.Sprint(i, ".yaml")) // another name, another policy
				if err := os.WriteFile(own, text, 0o600); err != nil {
					t.Fatal(err)
				}
				each = append(each, Config{Policy: own, Lang: "fr", Key: secret, Format: corpus.JSONL})
			}
			got, deaths := dealt(t, each, grouped(t, each[0], 20), mathrand.New(mathrand.NewPCG(5, uint64(workers))))
			if want == nil {
				want = got
			}
			if deaths == 0 || len(got) != 120 || !slices.Equal(got, want) {
				t.Errorf("%s, %d workers, %d deaths: %d rows, or other ones", preset, workers, deaths, len(got))
			}
		}
		all := strings.Join(want, "")
		if preset == "gdpr" && !strings.Contains(all, "Person 3") || strings.Contains(all, "Nadia appelle Sofia") {
			t.Errorf("%s: nobody is the third of a conversation, or names stay", preset)
		}
	}
}

// dealt hands conversations to workers, in any order, and again where one died. It gives the rows sorted.
func dealt(t *testing.T, each []Config, all map[string][]Message, draw *mathrand.Rand) (rows []string, deaths int) {
	t.Helper()
	queue := slices.Sorted(maps.Keys(all))
	for len(queue) > 0 {
		at := draw.IntN(len(queue))
		list := slices.Clone(all[queue[at]])
		draw.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		die := 0
		if draw.IntN(3) == 0 {
			die = 1 + draw.IntN(len(list))
		}
		some, alive := does(t, each[draw.IntN(len(each))], list, die)
		if !alive {
			deaths++
			continue
		}
		rows, queue = append(rows, some...), slices.Delete(queue, at, at+1)
	}
	slices.Sort(rows)
	return rows, deaths
}

// TestModelsOnce: all bundles of a worker, also those that begin at once, have one policy between them.
func TestModelsOnce(t *testing.T) {
	cfg := Config{Policy: "seekhide", Lang: "fr", Format: corpus.JSONL}
	var group sync.WaitGroup
	var got [8]*policed
	for i := range got {
		group.Go(func() {
			if err := (&working{cfg}).Setup(t.Context()); err != nil {
				t.Error(err)
			}
			got[i], _ = opened(cfg)
		})
	}
	group.Wait()
	for _, p := range got {
		if p == nil || p != got[0] {
			t.Fatal("a bundle opened the policy for itself")
		}
	}
	if other, err := opened(Config{Policy: "seekhide", Lang: "en", Format: corpus.JSONL}); err != nil || other == got[0] {
		t.Error("another configuration has the policy of the first", err)
	}
}
