package formats

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// samples are the files of testdata: folder by folder a format, each file a variant of
// it. All that is to go holds "zyx" or a digit run of phones in it.
func samples(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	out := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f, ".slots") {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = string(data)
	}
	return out
}

// all reads a file to its end.
func all(f Format, data string) (out []Record, err error) {
	src, err := f.Open(NewInput(strings.NewReader(data)))
	if err != nil {
		return nil, err
	}
	for {
		rec, err := src.Next()
		if err == io.EOF {
			if n := src.Taken(); n != int64(len(data)) {
				return out, fmt.Errorf("%d bytes read of %d", n, len(data))
			}
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, rec)
	}
}

// written are marks with what is to stand in their place.
func written(refs []Ref) (out []struct{ Mark, Before, ID, After string }) {
	for _, r := range refs {
		out = append(out, struct{ Mark, Before, ID, After string }{r.Mark, r.Before, r.ID, r.After})
	}
	return out
}

// same writes IDs as they are, so that what is not changed can be compared.
func same(id string, _ int, _ bool) string { return id }

// TestTold: every sample is told by its first bytes, whatever its name.
func TestTold(t *testing.T) {
	for name, data := range samples(t) {
		want := filepath.Base(filepath.Dir(name))
		f, ok := Tell("-"+filepath.Ext(name), []byte(data[:min(len(data), 16<<10)]))
		if !ok || f.Name != want {
			t.Errorf("%s is told as %q", name, f.Name)
		}
	}
}

// TestSlots holds what is found in each sample, and that nothing else changes.
func TestSlots(t *testing.T) {
	for name, data := range samples(t) {
		f, _ := Of(filepath.Base(filepath.Dir(name)))
		recs, err := all(f, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var dump, back, blank bytes.Buffer
		for _, r := range recs {
			for _, s := range r.Slots {
				for _, ref := range s.Refs {
					if strings.Contains(s.Value, ref.Mark) && ref.Was == "" {
						t.Errorf("%s: nothing stood in the place of a mark in %q", name, s.Value)
					}
				}
				if s.Unmarked(s.Value, same, true) == s.Value && strings.Contains(s.Value, "<REF_") {
					t.Errorf("%s: %q shows its marks", name, s.Value)
				}
				fmt.Fprintf(&dump, "%d %d %s %q who %q known %v refs %v\n", r.Line, s.Role, s.Path, s.Value, s.Who, s.Known, written(s.Refs))
			}
			if err := r.Write(&back, same, func(i int) (string, bool) { return r.Slots[i].Value, true }); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if err := r.Write(&blank, func(string, int, bool) string { return "0" }, func(int) (string, bool) { return "-", true }); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := back.String(); got != data && !changes(recs) {
			t.Errorf("%s comes out changed:\n%s", name, got)
		}
		if strings.Contains(strings.ToLower(blank.String()), "zyx") {
			t.Errorf("%s: something stays:\n%s", name, blank.String())
		}
		golden := name + ".slots"
		if *update {
			if err := os.WriteFile(golden, dump.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, _ := os.ReadFile(golden); string(want) != dump.String() {
			t.Errorf("%s: %s, where golden says %s", name, dump.String(), want)
		}
	}
}

// changes reports records that leave something out whatever is said of it.
func changes(recs []Record) bool {
	for _, r := range recs {
		for _, s := range r.Slots {
			if s.Role == Gone || s.Role == File || len(s.Refs) > 0 {
				return true
			}
		}
	}
	return false
}

// blanked writes a file with all slots blank.
func blanked(f Format, data string) (string, error) {
	recs, err := all(f, data)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	for _, r := range recs {
		if err := r.Write(&out, func(string, int, bool) string { return "0" }, func(int) (string, bool) { return "-", true }); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// TestDamaged: of a file (a thousand a format) that is cut or changed, nothing comes out in clear.
func TestDamaged(t *testing.T) {
	for name, data := range samples(t) {
		rng := rand.New(rand.NewPCG(1, uint64(len(data)))) // its own, whatever the order of the files
		f, _ := Of(filepath.Base(filepath.Dir(name)))
		for i := range 340 {
			bad := []byte(data[:rng.IntN(len(data)+1)])
			if i%2 == 1 {
				bad = []byte(data)
				for range 1 + rng.IntN(3) {
					bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
				}
			}
			out, err := blanked(f, string(bad))
			if err != nil && strings.Contains(strings.ToLower(err.Error()), "zyx") {
				t.Fatalf("%s: an error with text: %v", name, err)
			}
			if n := strings.Count(strings.ToLower(out), "zyx"); n > 0 {
				t.Fatalf("%s: %d names in clear of\n%s\n%s", name, n, bad, out)
			}
		}
	}
}

// FuzzFormats: no input makes a format panic, lose bytes, or give slots that overlap.
func FuzzFormats(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		for _, format := range All() {
			if _, err := blanked(format, data); err != nil && strings.Contains(err.Error(), "bug in this format") {
				t.Errorf("%s: %v", format.Name, err)
			}
		}
	})
}

// TestPolls: what one may choose from is a text: a first name alone says too little. Each choice
// comes out in its own place.
func TestPolls(t *testing.T) {
	f, _ := Of("telegram")
	recs, err := all(f, `{"messages": [{"id": 1, "date_unixtime": "1", "poll": {"question": "who?", "closed": false, "answers": [
		{"text": "Saga", "voters": 1}, {"text": "Elliot"}]}, "text": ""}]}`)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, s := range recs[0].Slots {
		texts[s.Join] += s.Value
	}
	for join, said := range texts {
		if join != "" && said != "Saga,\nElliot" {
			t.Errorf("%q", said)
		}
	}
	if len(texts) != 2 {
		t.Errorf("%d texts", len(texts))
	}
}

// TestFieldsThatAreNames: a field beside the messages that is nothing but what somebody is
// called in the record, or was before, is a name, however short or plain; a message is not.
func TestFieldsThatAreNames(t *testing.T) {
	f, _ := Of("slack-json")
	recs, err := all(f, `[{"type": "message", "ts": "1.1", "user": "U012345", "text": "Rose", "user_profile": {"alt": "Rose", "x": "Bo",
		"display_name": "Rose", "real_name": "Bo", "y": "rose"}}]`)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range recs[0].Slots {
		if known := len(s.Known) > 0; s.Role <= Note && known != (s.Path != "[].text" && s.Value != "rose") {
			t.Errorf("%s %q: %v", s.Path, s.Value, s.Known)
		}
	}
}
