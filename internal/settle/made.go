package settle

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

var (
	// software are programs, services, methods and what machines are called after, in plain letters, with who else is
	// called so: "sure" nobody, though lists have them, "method" people, "borne" people and machines.
	software = sync.OnceValue(func() lists.Notes { return lists.NotesIn("software") })
	// thingWords stand beside the names of things: parts of programs, machines, keys.
	thingWords = sync.OnceValue(func() lists.Notes { return lists.NotesIn("thing-words") })
)

// says reports a word that says of what stands beside it what it is.
func says(word, what string) bool { return strings.Contains(thingWords()[word], what) }

// program reports a word that is the name of a program or a machine, and nobody's: of first names what stands before a
// part of a program ("Ruby bindings"), of surnames also what stands among other programs and words of the trade
// ("Jenkins is red, gradle is fine"), of machines what the words beside say, and in small letters the trade; without a
// title.
func program(r *reading.Reading, i int, others func() bool) bool {
	note, ok := software()[text.Plain(r.Norm(i))] // what owns something is somebody: Travis's
	if !ok || r.Before(i)&reading.Title != 0 || firstBefore(r, i) {
		return false
	}
	switch w := r.Word(i); {
	case note == "sure", note == "" && !w.Is(lexicon.Dictionary), partBehind(r, i):
		return true
	case note == "machine" || note == "borne":
		return machineBeside(r, i) || note == "machine" && !w.Capital && others()
	case w.Is(lexicon.FirstName | lexicon.Hypocoristic | lexicon.Hide):
		return false
	}
	return others()
}

// firstBefore reports a first name before word i: Frank Sinatra is no program.
func firstBefore(r *reading.Reading, i int) bool {
	return r.IsWord(i-1) && r.Beside(i-1, i) && r.Word(i-1).Named() && r.Word(i-1).Is(lexicon.FirstName)
}

// compound reports a program's name with a part of it behind a hyphen: "Ceph-Cluster", jenkins-pipeline-timeout, but
// not of a first name in small letters, as in the branch julia-server.
func (o CalledThings) compound(r *reading.Reading, i int) bool {
	name, behind, _ := strings.Cut(r.Norm(i), "-")
	part, _, _ := strings.Cut(behind, "-")
	if _, ok := software()[name]; !ok || !says(part, "part") {
		return false
	}
	e, _ := o.Lexicon.Look(name, r.Lang)
	return r.Word(i).Capital || e.Kinds&lexicon.FirstName == 0
}

// partBehind reports a part of a program, or its version, behind word i: "Ada bindings", "Ruby 2.7".
func partBehind(r *reading.Reading, i int) bool {
	return i+1 < r.Len() && r.Beside(i, i+1) && (says(r.Plain(i+1), "part") || version(r.Surface(i+1)))
}

// version reports figures, a full stop and one figure, as no time of the day is written.
func version(s string) bool {
	n := len(s)
	return n > 2 && n < 5 && s[n-2] == '.' && strings.Trim(s, "0123456789.") == ""
}

// machineBeside reports the word for a machine beside word i, or as its key: "node odin", host=athena.
func machineBeside(r *reading.Reading, i int) bool {
	for _, at := range [...]int{i - 1, i + 1} {
		if r.IsWord(at) && r.Beside(min(i, at), max(i, at)) && says(r.Plain(at), "machine") {
			return true
		}
	}
	return says(keyBefore(r, i), "machine")
}

// valueOfThing reports the whole value of the key of a thing: theme: Ruby, "colour": "Amber".
func valueOfThing(r *reading.Reading, from, to int) bool {
	return says(keyBefore(r, from), "key") && (!r.IsWord(to+1) || !r.Beside(to, to+1))
}

// keyBefore gives the last word of the key whose value begins with word i, in plain letters; "" for none.
func keyBefore(r *reading.Reading, i int) string {
	before := r.Doc.Text[:r.Doc.Tokens[i].Start]
	key := strings.TrimRight(before, " \"'[:=")
	if !strings.ContainsAny(before[len(key):], ":=") {
		return ""
	}
	key = key[max(0, len(key)-longestNotation):]
	humps := reading.Humps(key[strings.LastIndexAny(key, keyEnds)+1:])
	return text.Plain(strings.ToLower(humps[len(humps)-1]))
}

// keyEnds stand before the last word of a key.
const keyEnds = " \t\n_-.,;{[(<\"'"
