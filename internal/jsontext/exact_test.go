package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

type inner struct {
	Limit float64 `json:"limit"`
}

type outer struct {
	inner
	Most int               `json:"most_messages"`
	In   *inner            `json:"in"`
	List []inner           `json:"list"`
	By   map[string]inner  `json:"by"`
	Raw  json.RawMessage   `json:"raw"`
	At   time.Time         `json:"at"`
	Free map[string]string `json:"free"`
}

// TestExact: what encoding/json takes the last of, or for another name, is refused
// wherever it stands; what has no field, and keys of maps, may be there.
func TestExact(t *testing.T) {
	for raw, want := range map[string]error{
		`{"most_messages":1,"more":{"a":[1,{"b":null}]},"in":{"limit":2},"at":"2026-01-01T00:00:00Z"}`: nil,
		`{"free":{"a":"x","A":"y"},"raw":{"Limit":1,"limit":2},"by":{"Most_Messages":{"limit":1}}}`:    nil,
		`{"most_messages":1,"most_messages":1}`:                                                        ErrTwice,
		`{"most_messages":1,"Most_Messages":2}`:                                                        ErrTwice,
		`{"Most_Messages":1}`:                                                                          ErrTwice,
		`{"Limit":1}`:                                                                                  ErrTwice,
		`{"in":{"LIMIT":1}}`:                                                                           ErrTwice,
		`{"list":[{"limit":1},{"Limit":1}]}`:                                                           ErrTwice,
		`{"by":{"a":{"Limit":1}}}`:                                                                     ErrTwice,
		`{"raw":{"x":{"a":1,"a":2}}}`:                                                                  ErrTwice,
		`{"more":{"a":1,"\u0061":2}}`:                                                                  ErrTwice,
		`{"li\u017ft":[]}`:                                                                             ErrTwice,
		`{} {}`:                                                                                        ErrJSON,
		`{"most_messages":"x"}`:                                                                        ErrJSON,
		`{"most_messages":`:                                                                            ErrJSON,
		``:                                                                                             ErrJSON,
		strings.Repeat("[", 99):                                                                        ErrDepth,
	} {
		if err := Exact([]byte(raw), &outer{}); err != want {
			t.Errorf("%s: %v, want %v", raw, err, want)
		}
	}
}

// TestHalved: half a surrogate pair is told from a whole one, and from a backslash that is itself escaped.
func TestHalved(t *testing.T) {
	for in, want := range map[string]bool{
		`"\ud83d"`: true, `"\ude18a"`: true, `"\ud83d\u0041"`: true, `"\\\ud83d"`: true, `"\uD83D\ud83d"`: true, `\ud800`: true,
		`"\ud83d\ude18"`: false, `"\\ud83d"`: false, `"\u00e9"`: false, `""`: false, `\`: false, `\ud8`: false,
	} {
		if Halved([]byte(in)) != want {
			t.Errorf("%s: %t", in, !want)
		}
	}
}
