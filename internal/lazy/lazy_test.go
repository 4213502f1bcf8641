package lazy_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta/internal/lazy"
)

// TestOnce: what many ask for at once is made once, and an error stands.
func TestOnce(t *testing.T) {
	var v lazy.Value[int]
	var made atomic.Int32
	broken := errors.New("broken")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			n, err := v.Get(func() (int, error) { return int(made.Add(1)), broken })
			if n != 1 || !errors.Is(err, broken) {
				t.Errorf("%d, %v", n, err)
			}
		})
	}
	all.Wait()
}

func ExampleValue() {
	var v lazy.Value[string]
	for range 2 {
		fmt.Println(v.Get(func() (string, error) {
			fmt.Println("made")
			return "value", nil
		}))
	}
	// Output:
	// made
	// value <nil>
	// value <nil>
}

// TestHeld: a key's value is one for all that hold it, those of two keys are two, an error is
// tried again, and what nobody holds is let go.
func TestHeld(t *testing.T) {
	var h lazy.Held[[]byte]
	var made atomic.Int32
	get := func(key string) *[]byte {
		v, err := h.Get(key, func() (*[]byte, error) {
			made.Add(1)
			big := bytes.Repeat([]byte("a"), 1<<16)
			return &big, nil
		})
		if err != nil || v == nil {
			t.Errorf("%s: %v, %v", key, v, err)
		}
		return v
	}
	broken := errors.New("broken")
	if v, err := h.Get("a", func() (*[]byte, error) { return nil, broken }); v != nil || !errors.Is(err, broken) {
		t.Errorf("%v, %v", v, err)
	}
	a, got := get("a"), make([]*[]byte, 8)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = get("a") })
	}
	all.Wait()
	for _, v := range got {
		if v != a {
			t.Error("somebody has another")
		}
	}
	if get("b") == a || made.Load() != 2 {
		t.Errorf("%d were made of two keys", made.Load())
	}
	runtime.KeepAlive(a)
	a, got = nil, nil
	runtime.GC()
	if get("a"); made.Load() != 3 {
		t.Errorf("%d were made; what nobody holds is let go", made.Load())
	}
	var none *lazy.Held[[]byte]
	if v, err := none.Get("a", func() (*[]byte, error) { return new([]byte), nil }); v == nil || err != nil {
		t.Errorf("of none: %v", err)
	}
}

// TestAhead: what is begun before it is asked for is made once, and stays until somebody asks; what goes
// wrong meanwhile is tried again.
func TestAhead(t *testing.T) {
	var h lazy.Held[[]byte]
	var made atomic.Int64
	make := func() (*[]byte, error) {
		if made.Add(1) == 1 {
			return nil, errors.New("broken")
		}
		v := bytes.Repeat([]byte("a"), 1<<16)
		return &v, nil
	}
	begun := func(times int64) {
		t.Helper()
		for made.Load() < times {
			h.Ahead("a", make) // does nothing while another makes it
			runtime.Gosched()
		}
	}
	begun(1)
	begun(2)
	for range 2 {
		runtime.GC()
	}
	v, err := h.Get("a", make)
	if err != nil || len(*v) != 1<<16 || made.Load() != 2 {
		t.Errorf("%d made, %v", made.Load(), err)
	}
	runtime.KeepAlive(v)
	v = nil
	runtime.GC()
	if _, err := h.Get("a", make); err != nil || made.Load() != 3 {
		t.Errorf("%d made, %v; what nobody holds is let go", made.Load(), err)
	}
}
