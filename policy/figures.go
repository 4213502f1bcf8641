package policy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/bauta/bauta/internal/packed"
)

//go:embed figures.json.zst
var figuresFile []byte

// Figure is what `make judge` measured of a preset, on text that nobody wrote for it.
type Figure struct {
	Preset  string  `json:"preset"`
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Between struct {
		Low  float64 `json:"low"`
		High float64 `json:"high"`
	} `json:"between"` // 95 %
}

// String writes the figure with its interval.
func (f Figure) String() string {
	return fmt.Sprintf("%s: %.1f [%.1f, %.1f]", f.Name, f.Value, f.Between.Low, f.Between.High)
}

var figures = sync.OnceValue(func() []Figure {
	var all []Figure
	data, err := packed.Open(figuresFile)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		panic(err) // part of the program; a test reads it
	}
	return all
})

// Figures gives what was measured of a preset; nothing of a policy of the user's.
func (f *File) Figures() []Figure {
	var out []Figure
	for _, x := range figures() {
		if x.Preset == f.Policy && f.path == "" {
			out = append(out, x)
		}
	}
	return out
}
