package crf_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
)

func file(t testing.TB, m *crf.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// seal sets the checksum right, so that what lies behind it is tried.
func seal(data []byte) []byte {
	if len(data) >= 16 {
		binary.LittleEndian.PutUint32(data[12:], crc32.Checksum(data[16:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return data
}

func TestWriteReadIsTheSameModel(t *testing.T) {
	m := model(t)
	data := file(t, m)
	again, err := crf.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file(t, again), data) {
		t.Error("written again the file differs")
	}
	if again.Lang() != "en" || !slices.Equal(again.Types(), types) || again.Weights() != m.Weights() ||
		again.Features() != m.Features() || again.Classes().Words() != 4 || again.Classes().Columns() != 2 {
		t.Errorf("%s %v %d", again.Lang(), again.Types(), again.Weights())
	}
	a, b := detector(t, tagger.Config{Models: tagger.Ready(m.With(nil))}), detector(t, tagger.Config{Models: tagger.Ready(again.With(nil))})
	for _, msg := range invented(50, 3) {
		d, _ := analyse(t, msg, "en")
		x, err1 := a.Detect(context.Background(), d)
		y, err2 := b.Detect(context.Background(), d)
		if err1 != nil || err2 != nil || len(x) != len(y) {
			t.Fatal(err1, err2, len(x), len(y))
		}
		for i := range x {
			if x[i].Start != y[i].Start || x[i].Label != y[i].Label || x[i].P != y[i].P {
				t.Errorf("%+v and %+v", x[i], y[i])
			}
		}
	}
}

func TestReadRefusesDamage(t *testing.T) {
	data := file(t, model(t))
	for n := range min(len(data), 400) { // every truncation of the head, some of the rest
		for _, cut := range []int{n, len(data) - 1 - n} {
			if _, err := crf.Read(seal(slices.Clone(data[:cut]))); !errors.Is(err, crf.ErrFormat) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
	}
	for name, change := range map[string]func([]byte) []byte{
		"magic":    func(d []byte) []byte { d[0]++; return d },
		"version":  func(d []byte) []byte { d[8]++; return d },
		"features": func(d []byte) []byte { d[10]++; return d },
		"checksum": func(d []byte) []byte { d[len(d)/2]++; return d },
		"longer":   func(d []byte) []byte { return seal(append(d, 0)) },
	} {
		if _, err := crf.Read(change(slices.Clone(data))); !errors.Is(err, crf.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	data := file(f, model(f))
	f.Add(data[:600])
	f.Add(data[:16])
	f.Add([]byte("bautacrf"))
	f.Add([]byte{})
	small := slices.Clone(data[:40])
	f.Add(small)
	d, _ := analyse(f, "hi Anna, see you in Oslo", "en")
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := crf.Read(seal(slices.Clone(b)))
		if err != nil {
			return
		}
		det, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil)), Lang: m.Lang()})
		if err != nil {
			return
		}
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range spans {
			if s.Start < 0 || s.End > len(d.Text) || s.Start >= s.End || !(s.P >= 0 && s.P <= 1) {
				t.Fatalf("%d %d %g", s.Start, s.End, s.P)
			}
		}
	})
}

// Any text gives spans inside it, at the borders of words.
func FuzzDetect(f *testing.F) {
	for _, m := range append(invented(5, 9), "", "'", "l'", "#", "\xff\xfe'a", "ＡＮＮＡ @ 10kg", "a’s ’a") {
		f.Add(m)
	}
	det := detector(f, tagger.Config{Models: tagger.Ready(model(f).With(nil)), Ask: 0.01})
	f.Fuzz(func(t *testing.T, s string) {
		d, _ := analyse(t, "", "en")
		if len(s) < 5000 {
			d, _ = analyse(t, s, "en")
		}
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, s := range spans {
			if s.Start < last || s.End > len(d.Text) || s.Start >= s.End {
				t.Fatalf("[%d, %d) of %d after %d", s.Start, s.End, len(d.Text), last)
			}
			last = s.End
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	det := detector(b, tagger.Config{Models: tagger.Ready(model(b).With(nil))})
	msgs := invented(200, 4)
	words := 0
	for b.Loop() {
		for _, m := range msgs {
			d, _ := analyse(b, m, "en")
			words += len(d.Tokens)
			if _, err := det.Detect(context.Background(), d); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "tokens/s")
}
