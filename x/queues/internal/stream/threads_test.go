package stream_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// What is known of a thread is its own, and stands after the message that it names.
func TestTampered(t *testing.T) {
	for name, tamper := range map[string]func(a, b []byte) ([]byte, []byte){
		"swapped": func(a, b []byte) ([]byte, []byte) { return b, a },
		"raised":  func(a, b []byte) ([]byte, []byte) { return raised(a), raised(b) },
	} {
		t.Run(name, func(t *testing.T) {
			address, js := start(t, 0)
			a, b := `{"thread":"a","text":"Zyxwvuta vient"}`, `{"thread":"b","text":"Zyxwvutb vient"}`
			if err := through(t, address, js, a, b); err != nil {
				t.Fatal(err)
			}
			kv, err := js.KeyValue(t.Context(), "bauta")
			if err != nil {
				t.Fatal(err)
			}
			keys, err := kv.Keys(t.Context())
			keys = slices.DeleteFunc(keys, func(k string) bool { return k == "key" })
			if err != nil || len(keys) != 2 {
				t.Fatal(len(keys), err)
			}
			x, y := tamper(value(t, kv, keys[0]), value(t, kv, keys[1]))
			for i, v := range [][]byte{x, y} {
				if _, err := kv.Put(t.Context(), keys[i], v); err != nil {
					t.Fatal(err)
				}
			}
			err = through(t, address, js, a)
			if err == nil || strings.Contains(err.Error(), canary) {
				t.Errorf("it is taken, or told with text: %v", err)
			}
			out, dead, left := all(t, js, "chat.out"), all(t, js, "chat.dead"), rest(t, js)
			if len(out) != 2 || len(dead) != 0 || left != 1 {
				t.Errorf("%d came out, %d dead letters, %d left", len(out), len(dead), left)
			}
		})
	}
}

// A bucket of another key is refused: its threads would begin anew, with numbers that
// stand for others.
func TestAnotherKey(t *testing.T) {
	address, js := start(t, 0)
	said := `{"thread":"a","text":"Zyxwvuta vient"}`
	if err := through(t, address, js, said); err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(t.Context(), "bauta")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Put(t.Context(), "key", []byte("the mark of another")); err != nil {
		t.Fatal(err)
	}
	if err := through(t, address, js, said); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("a bucket of another key: %v", err)
	}
	if out, left := all(t, js, "chat.out"), rest(t, js); len(out) != 1 || left != 1 {
		t.Errorf("%d came out, %d left", len(out), left)
	}
}

func value(t *testing.T, kv jetstream.KeyValue, key string) []byte {
	t.Helper()
	e, err := kv.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return e.Value()
}

// raised says of a state that it stands after a message that is still to come.
func raised(state []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, binary.BigEndian.Uint64(state)+100), state[8:]...)
}

// many is a text of eighty people, others for each number.
func many(i int) string {
	var names strings.Builder
	for j := range 80 {
		fmt.Fprintf(&names, "%s%c%c, ", canary, 'a'+i, '0'+j)
	}
	return strings.ReplaceAll(names.String(), `\`, "x")
}

// A thread that outgrows the server's largest message does not stop the queue: what would
// make it too large is withheld, and it goes on from what was known before.
func TestOutgrown(t *testing.T) {
	address, js := start(t, 4096)
	in := []string{`{"thread":"a","text":"Zyxwvuta vient"}`}
	for i := range 8 {
		in = append(in, `{"thread":"a","text":"`+many(i)+`"}`)
	}
	in = append(in, `{"thread":"b","text":"Zyxwvutb vient"}`, in[0])
	if err := through(t, address, js, in...); err != nil {
		t.Fatal(err)
	}
	out, dead := all(t, js, "chat.out"), all(t, js, "chat.dead")
	if len(dead) == 0 || len(out)+len(dead) != len(in) || out[len(out)-1] != out[0] {
		t.Fatalf("%d came out, %d dead letters, or another number", len(out), len(dead))
	}
	for _, d := range dead {
		if !strings.Contains(d, "larger than the server takes") || strings.Contains(d, canary) {
			t.Error(d)
		}
	}
	if !strings.Contains(strings.Join(dead, ""), "of the thread") {
		t.Error("no thread was too large")
	}
}
