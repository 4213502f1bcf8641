package towns_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/towns"
)

func ExampleRegion() {
	for _, name := range []string{"Lyon", "Zürich", "genf", "Schweden", "Valencia"} {
		code, ok := towns.Region(name)
		fmt.Println(name, code, ok)
	}
	// Output:
	// Lyon FR true
	// Zürich CH_ZH true
	// genf CH_GE true
	// Schweden SE true
	// Valencia  false
}

func TestRegion(t *testing.T) {
	for name, want := range map[string]string{
		"London": "GB", "london": "GB", "LONDON": "GB", "Roma": "IT", "Mailand": "IT", "münchen": "DE", "Munchen": "DE",
		"Saint-Étienne": "FR", "saint etienne": "FR", "New York": "US", "Göteborg": "SE", "Renens": "CH_VD", "Basel": "CH_BS",
		"Suisse": "CH", "Frankreich": "FR", "España": "ES", "Sverige": "SE", "Italia": "IT", "東京": "JP", "Vienna": "AT",
		"Cambridge": "", "Córdoba": "", "": "", "Zylbermanville": "", "🙂": "",
	} {
		if got, ok := towns.Region(name); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got, ok, want)
		}
	}
}

// TestTable: the table that comes with the program is whole and as small as it
// should be.
func TestTable(t *testing.T) {
	data, err := os.ReadFile("towns.bin")
	if err != nil {
		t.Fatal(err)
	}
	table, err := towns.Open(data)
	if err != nil || table.Len() < 50_000 || len(data) > 300_000 {
		t.Errorf("%d names in %d bytes, %v", table.Len(), len(data), err)
	}
}

func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		regions := rapid.MapOfN(rapid.StringMatching(`[a-z]{1,12}`), rapid.SampledFrom([]string{"FR", "CH_ZH", "DE"}), 0, 200).Draw(t, "regions")
		data, err := towns.Encode(maps.Clone(regions))
		if err != nil {
			t.Fatal(err)
		}
		table, err := towns.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		if table.Len() > len(regions) {
			t.Fatalf("%d names of %d", table.Len(), len(regions))
		}
		for name, want := range regions {
			if got, ok := table.Region(name); !ok || got != want {
				t.Fatalf("%s: %s, want %s", name, got, want)
			}
		}
	})
}

func TestEncodeRefuses(t *testing.T) {
	many := map[string]string{}
	for i := range 600 {
		many[fmt.Sprint("town", i)] = fmt.Sprint("R", i)
	}
	for what, regions := range map[string]map[string]string{
		"no code": {"a": ""}, "a long code": {"a": "LONGCODE_X"}, "a line in a code": {"a": "A\nB"}, "too many": many,
		"two regions of one name": {"Zürich": "CH_ZH", "Zurich": "NL"},
	} {
		if _, err := towns.Encode(regions); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

func FuzzOpen(f *testing.F) {
	good, err := towns.Encode(map[string]string{"ici": "FR", "là": "CH_ZH"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, "ici")
	f.Add(good[:len(good)-1], "là")
	f.Add([]byte("btown1\x00\xff\xff"), "x")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		table, err := towns.Open(data)
		if err != nil {
			if !errors.Is(err, towns.ErrFormat) {
				t.Error(err)
			}
			return
		}
		table.Region(name)
	})
}
