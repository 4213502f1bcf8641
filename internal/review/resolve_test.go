package review

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bauta/bauta"
)

// three are occurrences of one word: a question in each of two messages, and a
// sure find; the last two are spelled as the group is.
func three() []Occurrence {
	ask := bauta.Span{Label: bauta.Person, Doubt: bauta.Ambiguous, P: 0.3}
	return []Occurrence{
		{ID: 1, Message: 1, Range: Range{0, 4}, Span: ask, Context: "a"},
		{ID: 2, Message: 2, Range: Range{0, 4}, Span: ask, Context: "a", Exact: true},
		{ID: 3, Message: 2, Range: Range{9, 13}, Span: bauta.Span{Label: bauta.Person, P: 1}, Context: "b", Exact: true},
	}
}

// at numbers rows and dates them one after the other.
func at(rows ...Decision) []Decision {
	for i := range rows {
		if rows[i].ID == "" {
			rows[i].ID = string(rune('a' + i))
		}
		if rows[i].User == 0 {
			rows[i].User = 1
		}
		if rows[i].Effect == Mask && rows[i].Label == "" {
			rows[i].Label = bauta.Location
		}
		rows[i].Made = time.Unix(int64(i), 0)
	}
	return rows
}

func show(r Reading) (out string) {
	for _, l := range r.Labels {
		out += map[Effect]string{Mask: "m", Keep: "k", Undecided: "?"}[l.Effect]
	}
	return out + " " + string(r.State)
}

func TestResolve(t *testing.T) {
	one := Decision{Scope: OnOccurrence, Message: 1, Range: Range{0, 4}}
	with := func(d Decision, e Effect) Decision { d.Effect = e; return d }
	for name, c := range map[string]struct {
		log  []Decision
		want string
	}{
		"nothing decided":                  {nil, "??m open"},
		"once":                             {at(with(one, Keep)), "k?m open"},
		"the newer once":                   {at(with(one, Keep), with(one, Mask)), "m?m open"},
		"accept":                           {at(Decision{Scope: OnGroup, Effect: Accept, Upto: 9}), "kkm decided"},
		"group settles what is open":       {at(with(one, Keep), Decision{Scope: OnGroup, Effect: Mask, Upto: 9}), "kmm decided"},
		"group is no rule":                 {at(Decision{Scope: OnGroup, Effect: Mask, Upto: 1}), "m?m open"},
		"word":                             {at(Decision{Scope: OnWord, Effect: Keep}), "kkk decided"},
		"word, one spelling":               {at(Decision{Scope: OnWord, Effect: Keep, Exact: true}), "?kk open"},
		"word, one left out":               {at(Decision{Scope: OnWord, Effect: Keep, Excludes: []int64{2}}), "k?k open"},
		"once over word, whichever newer":  {at(with(one, Mask), Decision{Scope: OnWord, Effect: Keep}), "mkk decided"},
		"message over word":                {at(Decision{Scope: OnMessage, Message: 2, Effect: Mask}, Decision{Scope: OnWord, Effect: Keep}), "kmm decided"},
		"once over message":                {at(with(one, Keep), Decision{Scope: OnMessage, Message: 1, Effect: Mask}), "k?m open"},
		"context over word":                {at(Decision{Scope: OnPattern, Context: "a", Effect: Mask}, Decision{Scope: OnWord, Effect: Keep}), "mmk decided"},
		"gold over all":                    {at(Decision{Scope: OnGold, Effect: Mask}, with(one, Keep)), "mmm decided"},
		"gold of one over gold of all":     {at(Decision{Scope: OnGold, Message: 1, Range: Range{0, 4}, Effect: Keep}, Decision{Scope: OnGold, Effect: Mask}), "kmm decided"},
		"undone":                           {at(Decision{ID: "x", Scope: OnWord, Effect: Keep}, Decision{Scope: OnUndo, Of: "x"}), "??m open"},
		"redone":                           {at(Decision{ID: "x", Scope: OnWord, Effect: Keep}, Decision{ID: "u", Scope: OnUndo, Of: "x"}, Decision{Scope: OnUndo, Of: "u"}), "kkk decided"},
		"two disagree":                     {at(Decision{Scope: OnWord, Effect: Keep}, Decision{Scope: OnWord, Effect: Mask, User: 2}), "mmm conflict"},
		"one changes his mind":             {at(Decision{Scope: OnWord, Effect: Keep}, Decision{Scope: OnWord, Effect: Mask}), "mmm decided"},
		"gold ends the conflict":           {at(Decision{Scope: OnWord, Effect: Keep}, Decision{Scope: OnWord, Effect: Mask, User: 2}, Decision{Scope: OnGold, Effect: Keep}), "kkk decided"},
		"skipped":                          {at(Decision{Scope: OnGroup, Effect: Skip}), "??m skipped"},
		"flagged":                          {at(Decision{Scope: OnOccurrence, Message: 1, Range: Range{0, 4}, Effect: Flag}), "??m flagged"},
		"decided after a flag":             {at(Decision{Scope: OnGroup, Effect: Flag}, Decision{Scope: OnGroup, Effect: Mask, Upto: 9}), "mmm decided"},
		"a skip undone":                    {at(Decision{ID: "x", Scope: OnGroup, Effect: Skip}, Decision{Scope: OnUndo, Of: "x"}), "??m open"},
		"audits say nothing of words":      {at(Decision{Scope: OnAudit, Message: 1, Effect: Mask}), "??m open"},
		"first group wins, second is late": {at(Decision{Scope: OnGroup, Effect: Mask, Upto: 9}, Decision{Scope: OnGroup, Effect: Keep, Upto: 9}), "mmm decided"},
	} {
		if got := show(Resolve(Word{SecondAbove: 10}, three(), c.log)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestSecondPerson(t *testing.T) {
	never := Decision{ID: "never", Scope: OnWord, Effect: Keep}
	exact := Decision{ID: "never", Scope: OnWord, Effect: Keep, Exact: true}
	yes := Decision{Scope: OnConfirm, Of: "never", User: 2}
	for name, c := range map[string]struct {
		word Word
		log  []Decision
		want string
	}{
		"few":                     {Word{SecondAbove: 3}, at(never), "kkk decided"},
		"many":                    {Word{SecondAbove: 2}, at(never), "mmm second"},
		"confirmed":               {Word{SecondAbove: 2}, at(never, yes), "kkk decided"},
		"by oneself":              {Word{SecondAbove: 2}, at(never, Decision{Scope: OnConfirm, Of: "never", User: 1}), "mmm second"},
		"confirmation undone":     {Word{SecondAbove: 2}, at(never, Decision{ID: "yes", Scope: OnConfirm, Of: "never", User: 2}, Decision{Scope: OnUndo, Of: "yes", User: 2}), "mmm second"},
		"a name":                  {Word{Named: true, SecondAbove: 9}, at(never), "mmm second"},
		"a name, in one spelling": {Word{Named: true, SecondAbove: 9}, at(exact), "?kk open"},
		"many in one context":     {Word{SecondAbove: 1}, at(Decision{Scope: OnPattern, Context: "a", Effect: Keep}), "mmm second"},
		"always":                  {Word{Named: true}, at(Decision{Scope: OnWord, Effect: Mask}), "mmm decided"},
	} {
		r := Resolve(c.word, three(), c.log)
		if got := show(r); got != c.want || (r.Pending != nil) != (r.State == Second) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if n := len(Effective(c.word, three(), c.log)); (n == 0) != (r.State == Second) {
			t.Errorf("%s: %d rules hold for later", name, n)
		}
	}
}

func TestForesee(t *testing.T) {
	log := at(Decision{Scope: OnOccurrence, Message: 1, Range: Range{0, 4}, Effect: Keep, User: 2})
	f := Foresee(Word{SecondAbove: 1}, three(), log, Decision{ID: "new", User: 1, Scope: OnWord, Effect: Keep})
	if f.Count != 3 || f.Undecided != 1 || len(f.Kept) != 1 || f.Kept[0] != (Left{User: 2, N: 1}) || !f.Second || f.Affected != 1 {
		t.Errorf("%+v", f.Preview)
	}
	if f.Changes != 2 || !slices.Equal(f.Turned, []int{1, 2}) {
		t.Errorf("it turns %v, before somebody confirms it", f.Turned)
	}
	over := three()
	over[2].Passed, over[2].Span = true, bauta.Span{Label: bauta.Person, Doubt: bauta.Unknown, P: 0.2}
	for effect, want := range map[Effect][]int{Mask: {0, 1, 2}, Keep: {0, 1}} {
		f := Foresee(Word{SecondAbove: 9}, over, nil, Decision{ID: "new", User: 1, Scope: OnWord, Effect: effect})
		if !slices.Equal(f.Turned, want) || f.Changes != len(want) {
			t.Errorf("%s turns %v, want %v", effect, f.Turned, want)
		}
	}
}

func TestRefuse(t *testing.T) {
	log := at(Decision{ID: "never", Scope: OnWord, Effect: Keep, User: 1}, Decision{ID: "undo", Scope: OnUndo, Of: "never"})
	for name, c := range map[string]struct {
		d      Decision
		others bool
		ok     bool
	}{
		"never of a name, alone":     {Decision{Scope: OnWord, Effect: Keep}, false, false},
		"never of a name, in a team": {Decision{Scope: OnWord, Effect: Keep}, true, true},
		"never of one spelling":      {Decision{Scope: OnWord, Effect: Keep, Exact: true}, false, true},
		"always":                     {Decision{Scope: OnWord, Effect: Mask}, false, true},
		"undo of an undo":            {Decision{Scope: OnUndo, Of: "undo", User: 1}, false, true},
		"undo of what is undone":     {Decision{Scope: OnUndo, Of: "never", User: 1}, false, false},
		"undo of another's":          {Decision{Scope: OnUndo, Of: "undo", User: 2}, false, false},
		"undo by an adjudicator":     {Decision{Scope: OnUndo, Of: "undo", User: 2, Screen: "adjudicate"}, false, true},
		"undo of nothing":            {Decision{Scope: OnUndo, Of: "none", User: 1}, false, false},
		"confirming what is undone":  {Decision{Scope: OnConfirm, Of: "never", User: 2}, false, false},
	} {
		if why := Refuse(Word{Named: true}, log, c.d, c.others); (why == "") != c.ok {
			t.Errorf("%s: %q", name, why)
		}
	}
}

func TestCheck(t *testing.T) {
	ok := Decision{ID: "12345678", Scope: OnOccurrence, Group: 1, Message: 1, Range: Range{3, 9}, Effect: Mask, Label: bauta.Person, As: Range{2, 5}}
	if err := ok.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Decision){
		"edges beside it":    func(d *Decision) { d.As = Range{9, 12} },
		"edges turned round": func(d *Decision) { d.As = Range{5, 4} },
		"edges of a keep":    func(d *Decision) { d.Effect, d.Label = Keep, "" },
		"undo of nothing":    func(d *Decision) { d.Scope, d.Effect = OnUndo, "" },
		"a look of old":      func(d *Decision) { d.Scope, d.As = OnAudit, Range{} },
		"too many excludes":  func(d *Decision) { d.Excludes = make([]int64, MaxExcludes+1) },
	} {
		d := ok
		change(&d)
		if err := d.Check(); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
