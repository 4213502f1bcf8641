package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// on gives the options of a run over the repository's examples alone.
func on(jobs int, presets ...string) options {
	return options{places: places{root: "../.."}, inputs: []string{"examples"}, presets: presets, jobs: jobs}
}

// TestSameWhateverTheJobs: two records of the same code are the same file, and
// compare as equal.
func TestSameWhateverTheJobs(t *testing.T) {
	folder := t.TempDir()
	var files [][]byte
	for _, jobs := range []int{1, 3} {
		o := on(jobs, "gdpr", "sms4science")
		o.out = filepath.Join(folder, "record.json")
		if jobs == 3 {
			o.against = o.out
		}
		var out bytes.Buffer
		if equal, err := o.run(&out, io.Discard); err != nil || !equal {
			t.Fatal(equal, err, out.String())
		}
		data, err := os.ReadFile(o.out)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("one job and three give two records")
	}
	if info, err := os.Stat(filepath.Join(folder, "record.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("a record is its owner's alone:", err)
	}
}

// TestARunThatDiffers: a run says which message differs from an older record,
// and that not all is equal.
func TestARunThatDiffers(t *testing.T) {
	o := on(2, "seekhide")
	o.out = filepath.Join(t.TempDir(), "record.json")
	if _, err := o.run(io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	old, err := open(o.out)
	if err != nil {
		t.Fatal(err)
	}
	old.Runs[0].Out.Each[4*outWidth] ^= 1
	old.Runs[0].Why.Each[7*outWidth] ^= 1
	if err := old.save(o.out); err != nil {
		t.Fatal(err)
	}
	o.against, o.out, o.show = o.out, "", 9
	var out bytes.Buffer
	equal, err := o.run(&out, io.Discard)
	if err != nil || equal {
		t.Fatal(equal, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 {
		t.Fatal(out.String())
	}
	for i, begins := range []string{"seekhide examples 5 ", "seekhide examples 8 "} {
		if !strings.HasPrefix(lines[i], begins) {
			t.Errorf("%s: want %s", lines[i], begins)
		}
	}
	if got := strings.Fields(lines[3]); strings.Join(got[3:5], " ") != "1 1" {
		t.Errorf("%s: one differs, one in its reasons", lines[3])
	}
}

// invent gives three messages, and what came out of them.
func invent() (input, []result) {
	var in input
	var out []result
	in.name = "invented"
	for _, text := range []string{"salut Zoé", "Zoé dort", "ok"} {
		m := bauta.Message{ID: text[:1], Text: text}
		in.messages = append(in.messages, m)
		r := bauta.Result{Message: m, Lang: "fr", Text: text}
		if at := strings.Index(text, "Zoé"); at >= 0 {
			r.Text = strings.Replace(text, "Zoé", "Person 1", 1)
			r.Spans = []bauta.Span{{
				Start: at, End: at + 4, Label: bauta.Person, Entity: "Person 1",
				P: 0.9, Source: "lexical", Rule: "name", Why: "a name",
				Inner: []bauta.Span{{Start: at, End: at + 4, Label: bauta.Person, Part: bauta.First, Source: "lexical"}},
			}}
			r.Candidates = []bauta.Span{{Start: at, End: at + 1, Label: bauta.Person, Doubt: bauta.Ambiguous}}
		}
		out = append(out, result{Result: r})
	}
	return in, out
}

// recordOf makes the record of some results.
func recordOf(in input, results []result) *Record {
	rec := &Record{Version: version, Inputs: map[string]Sums{}}
	rec.add("gdpr", in, results)
	return rec
}

// TestDifferencesShow: whatever a user gets shows as a difference of what came
// out, and reasons show apart.
func TestDifferencesShow(t *testing.T) {
	in, results := invent()
	old := recordOf(in, results)
	for name, tt := range map[string]struct {
		change   func(r *result)
		out, why int
	}{
		"nothing":    {func(*result) {}, 0, 0},
		"start":      {func(r *result) { r.Spans[0].Start++ }, 1, 0},
		"end":        {func(r *result) { r.Spans[0].End-- }, 1, 0},
		"label":      {func(r *result) { r.Spans[0].Label = bauta.Location }, 1, 0},
		"part":       {func(r *result) { r.Spans[0].Part = bauta.First }, 1, 0},
		"entity":     {func(r *result) { r.Spans[0].Entity = "Person 2" }, 1, 0},
		"inner":      {func(r *result) { r.Spans[0].Inner[0].End-- }, 1, 0},
		"doubt":      {func(r *result) { r.Candidates[0].Doubt = bauta.Unknown }, 1, 0},
		"gone":       {func(r *result) { r.Spans = nil }, 1, 0},
		"text":       {func(r *result) { r.Text += "." }, 1, 0},
		"verdict":    {func(r *result) { r.Verdict = bauta.Leave }, 1, 0},
		"outcome":    {func(r *result) { r.Outcome = bauta.NTA }, 1, 0},
		"withheld":   {func(r *result) { r.Withheld = true }, 1, 0},
		"language":   {func(r *result) { r.Lang = "de" }, 1, 0},
		"aside":      {func(r *result) { r.Message.Meta = aside{"quarantine", "nl"} }, 1, 0},
		"why":        {func(r *result) { r.Spans[0].Why = "a first name" }, 0, 1},
		"rule":       {func(r *result) { r.Spans[0].Rule = "first" }, 0, 1},
		"source":     {func(r *result) { r.Spans[0].Source = "crf" }, 0, 1},
		"inner why":  {func(r *result) { r.Spans[0].Inner[0].Why = "a first name" }, 0, 1},
		"score":      {func(r *result) { r.Spans[0].P = 0.8 }, 0, 1},
		"of verdict": {func(r *result) { r.Why = "table" }, 0, 1},
		"error":      {func(r *result) { r.err = errors.New("another") }, 0, 1},
		"both":       {func(r *result) { r.Spans[0].End--; r.Spans[0].Why = "a first name" }, 1, 0},
	} {
		in, changed := invent()
		tt.change(&changed[1])
		d := recordOf(in, changed).differ(old)
		if len(d.out) != tt.out || len(d.why) != tt.why || d.equal() != (tt.out+tt.why == 0) {
			t.Errorf("%s: %d differ and %d in their reasons, want %d and %d", name, len(d.out), len(d.why), tt.out, tt.why)
		}
	}
}

// TestHiddenDifference: where the bits that are kept of two results agree, the
// digest over all tells them apart.
func TestHiddenDifference(t *testing.T) {
	in, results := invent()
	old, now := recordOf(in, results), recordOf(in, results)
	now.Runs[0].Out.Digest = "another"
	if d := now.differ(old); d.equal() || !d.hidden.out || d.hidden.why {
		t.Errorf("%+v", d)
	}
}

// TestOtherMessages: messages are matched by what they are, wherever they stand;
// a record of others shows nothing.
func TestOtherMessages(t *testing.T) {
	in, results := invent()
	old := recordOf(in, results)
	less := recordOf(input{in.name, in.messages[1:]}, results[1:])
	if d := less.differ(old); !d.equal() || d.fresh != 0 || d.gone != 1 {
		t.Errorf("a message is gone: %+v", d)
	}
	if d := old.differ(less); !d.equal() || d.fresh != 1 || d.gone != 0 {
		t.Errorf("a message is new: %+v", d)
	}
	for i := range in.messages {
		in.messages[i].Text += "!"
	}
	if d := recordOf(in, results).differ(old); d.equal() || d.fresh != 3 || d.gone != 3 {
		t.Errorf("all messages are others: %+v", d)
	}
	in.name = "others"
	if d := recordOf(in, results).differ(old); d.equal() || !d.absent {
		t.Errorf("an input that was not recorded: %+v", d)
	}
}

// TestShow: a message that differs is named, and nothing of a text is printed
// unless asked for.
func TestShow(t *testing.T) {
	in, results := invent()
	old := recordOf(in, results)
	results[1].Spans[0].End--
	d := recordOf(in, results).differ(old)
	for _, texts := range []bool{false, true} {
		var out bytes.Buffer
		options{show: 1, texts: texts}.print(&out, d, results)
		if err := table(&out, []difference{d}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "gdpr invented 2 Z\n") || strings.Contains(out.String(), "dort") != texts {
			t.Errorf("texts %v:\n%s", texts, out.String())
		}
	}
}

// TestInputsThatAreAbsent: they are skipped by name, unless they were asked for.
func TestInputsThatAreAbsent(t *testing.T) {
	o := options{places: places{root: "../..", shared: t.TempDir()}}
	var said bytes.Buffer
	read, err := o.read(&said)
	if err != nil || len(read) != 1 || read[0].name != "examples" {
		t.Fatal(len(read), err)
	}
	for _, name := range []string{"judge", "sms", "tatoeba", "chat"} {
		if !strings.Contains(said.String(), name+" is not there") {
			t.Errorf("%s is skipped without a word", name)
		}
		o.inputs = []string{"examples", name}
		if _, err := o.read(io.Discard); err == nil {
			t.Errorf("%s was asked for, is absent, and nobody says so", name)
		}
	}
}

// TestKeptChat: generated messages come back from their file as they were.
func TestKeptChat(t *testing.T) {
	made := []bauta.Message{
		{ID: "fr:1", Thread: "fr-1", Author: "a", Text: "slt <3 & \"toi\"\u2028"},
		{ID: "fr:2", Thread: "fr-1", Author: "b", Text: ""},
	}
	name := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := keep(name, made); err != nil {
		t.Fatal(err)
	}
	kept, err := places{chat: name}.conversations()
	if err != nil {
		t.Fatal(err)
	}
	if inputOf(kept).Digest != inputOf(made).Digest {
		t.Errorf("%d messages come back, or others", len(kept))
	}
}

// TestDamagedRecords are refused.
func TestDamagedRecords(t *testing.T) {
	in, results := invent()
	name := filepath.Join(t.TempDir(), "record.json")
	for what, damage := range map[string]func(*Record){
		"none":      func(*Record) {},
		"version":   func(rec *Record) { rec.Version++ },
		"cut short": func(rec *Record) { rec.Runs[0].Why.Each = rec.Runs[0].Why.Each[1:] },
		"count":     func(rec *Record) { rec.Runs[0].Messages-- },
		"no input":  func(rec *Record) { delete(rec.Inputs, "invented") },
	} {
		rec := recordOf(in, results)
		damage(rec)
		if err := rec.save(name); err != nil {
			t.Fatal(err)
		}
		if _, err := open(name); (err == nil) != (what == "none") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestDrawn: as many as there should be, whatever the number of languages.
func TestDrawn(t *testing.T) {
	n := 0
	for i := range languages() {
		n += share(i)
	}
	if n != drawn {
		t.Errorf("%d of %d are drawn", n, drawn)
	}
}
