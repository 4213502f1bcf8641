package reviewtest

import (
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

func projects(d *desk) {
	d.project("other")
	all, err := d.Projects(d.ctx, 0)
	d.must(err)
	if len(all) != 2 || all[0].Slug != "desk" || all[0].State != review.Open || all[0].SecondAbove != 3 ||
		len(all[0].Labels) != 2 {
		d.Errorf("projects: %+v", all)
	}
	_, err = d.Project(d.ctx, "none")
	d.fails(err, review.ErrNotFound)
	_, err = d.CreateProject(d.ctx, review.Project{Slug: "desk"})
	d.fails(err, review.ErrRefused)
	_, err = d.CreateProject(d.ctx, review.Project{Slug: "No such"})
	d.fails(err, review.ErrRefused)
	d.must(d.SetState(d.ctx, d.p.ID, review.Frozen, 1))
	_, err = d.Import(d.ctx, d.p.ID, Texts("[rose?]"))
	d.fails(err, review.ErrRefused)
	d.must(d.SetState(d.ctx, d.p.ID, review.Released, 1))
	d.fails(d.SetState(d.ctx, d.p.ID, review.Open, 1), review.ErrRefused)
	if p, err := d.Project(d.ctx, "desk"); err != nil || p.State != review.Released || p.Released.IsZero() {
		d.Errorf("released: %+v, %v", p, err)
	}
}

func people(d *desk) {
	anna, err := d.AddUser(d.ctx, review.User{Login: "anna", Display: "Anna", Password: "x"})
	d.must(err)
	bob, err := d.AddUser(d.ctx, review.User{Login: "bob", Subject: "issuer#1"})
	d.must(err)
	_, err = d.AddUser(d.ctx, review.User{Login: "anna"})
	d.fails(err, review.ErrRefused)
	if u, err := d.UserBySubject(d.ctx, "issuer#1"); err != nil || u.ID != bob.ID {
		d.Errorf("by subject: %+v, %v", u, err)
	}
	_, err = d.UserByLogin(d.ctx, "carl")
	d.fails(err, review.ErrNotFound)
	_, err = d.UserBySubject(d.ctx, "")
	d.fails(err, review.ErrNotFound)
	d.must(d.SetPassword(d.ctx, anna.ID, "y"))
	if u, err := d.User(d.ctx, anna.ID); err != nil || u.Password != "y" {
		d.Errorf("password: %v", err)
	}
	d.fails(d.SetPassword(d.ctx, 99, "y"), review.ErrNotFound)
	for _, shut := range []bool{true, false} {
		d.must(d.SetDisabled(d.ctx, anna.ID, shut, anna.ID))
		if u, err := d.User(d.ctx, anna.ID); err != nil || u.Disabled != shut || u.Password != "y" {
			d.T.Errorf("disabled %t: %+v, %v", shut, u, err)
		}
	}
	d.fails(d.SetDisabled(d.ctx, 99, true, anna.ID), review.ErrNotFound)
	d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: anna.ID, Role: review.Reviewer}, 0))
	d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: anna.ID, Role: review.Owner}, 0))
	if r, err := d.Role(d.ctx, d.p.ID, anna.ID); err != nil || r != review.Owner {
		d.Errorf("role %q, %v", r, err)
	}
	if r, err := d.Role(d.ctx, d.p.ID, bob.ID); err != nil || r != "" {
		d.Errorf("role of no member %q, %v", r, err)
	}
	mine, err := d.Projects(d.ctx, bob.ID)
	if err != nil || len(mine) != 0 {
		d.Errorf("projects of no member: %v, %v", mine, err)
	}
	d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: anna.ID}, 0))
	if all, err := d.Members(d.ctx, d.p.ID); err != nil || len(all) != 0 {
		d.Errorf("members: %v, %v", all, err)
	}
	if all, err := d.Users(d.ctx); err != nil || len(all) != 2 {
		d.Errorf("users: %d, %v", len(all), err)
	}
}

func imports(d *desk) {
	first := d.load("[rose?0.8] et [Rose?0.9]", "une [rose?0.2]", "[Lucas!] dort", "rien")
	if want := (review.Imported{Messages: 4, Occurrences: 4, Groups: 1}); first != want {
		d.Errorf("imported %+v, want %+v", first, want)
	}
	again := d.load("[rose?0.8] et [Rose?0.9]", "une [rose?0.2]", "[Lucas!] dort", "rien")
	if want := (review.Imported{Known: 4, Groups: 1}); again != want {
		d.Errorf("again %+v, want %+v", again, want)
	}
	// The same ID with another text is another message.
	if other := d.load("une autre [rose?]"); other.Messages != 1 {
		d.Errorf("other text: %+v", other)
	}
	d.want("rose", "????", review.Waiting)
	d.want("lucas", "m", review.Decided)
	if g := d.group("rose"); g.Count != 4 || g.Open != 4 || g.Word != "rose" || g.Version == 0 {
		d.Errorf("group %+v", g)
	}
	p, err := d.Progress(d.ctx, d.p.ID)
	got := review.Progress{
		Messages: p.Messages, Groups: p.Groups, Left: p.Left, Occurrences: p.Occurrences, LeftOcc: p.LeftOcc,
	}
	if want := (review.Progress{Messages: 5, Groups: 1, Left: 1, Occurrences: 4, LeftOcc: 4}); err != nil ||
		got != want {
		d.Errorf("progress %+v, %v", p, err)
	}
	bad := Item("bad", "[rose?]")
	bad.Spans[0].End = 99
	_, err = d.Import(d.ctx, d.p.ID, Items(bad))
	if err == nil {
		d.Error("a span outside its text was taken")
	}
	d.whole()
}

func messages(d *desk) {
	in := []review.Item{Item("a", "salut [Ana!] 👩‍👩‍👧 [rose?0.3]"), Item("b", ""), Item("c", "é̂ <b>{{x}}</b>\x00")}
	in[0].Message.Time, in[0].Message.Author = time.Date(2011, 9, 15, 7, 8, 0, 0, time.UTC), "a8"
	in[0].Spans[0].Inner = []bauta.Span{{Start: 6, End: 9, Label: bauta.Person, Part: bauta.First}}
	in[0].Spans[0].Why, in[0].Spans[0].Entity = "a rule", "PERSON_1"
	in[0].Changes = []bauta.Change{
		{Settler: "lists of names", Lang: "fr", Before: in[0].Spans[0], After: in[0].Spans[0]},
		{Settler: "edges", After: in[0].Spans[1]},
	}
	in[0].Changes[0].Before.Inner, in[0].Changes[0].After.Inner = nil, nil
	_, err := d.Import(d.ctx, d.p.ID, Items(in...))
	d.must(err)
	i := 0
	for m, err := range d.Messages(d.ctx, d.p.ID) {
		d.must(err)
		if !same(&m.Item, &in[i]) {
			d.Errorf("message %d came back changed", i)
		}
		one, err := d.Message(d.ctx, d.p.ID, m.ID)
		d.must(err)
		if len(m.Occurrences) != len(in[i].Spans) || len(one.Occurrences) != len(in[i].Spans) {
			d.Errorf("message %d: %d occurrences", i, len(m.Occurrences))
		}
		for j, o := range m.Occurrences {
			if o.Span.Why != in[i].Spans[j].Why || o.Range != (review.Range{
				Start: in[i].Spans[j].Start, End: in[i].Spans[j].End,
			}) {
				d.Errorf("occurrence %d of message %d is not its span", j, i)
			}
			if want := review.Touching(in[i].Changes, o.Range); !reflect.DeepEqual(o.Changes, want) {
				d.Errorf("occurrence %d of message %d has the changes %v, want %v", j, i, o.Changes, want)
			}
		}
		i++
	}
	for range d.Messages(d.ctx, d.p.ID) {
		break // must let go of the database
	}
	if i != len(in) {
		d.Errorf("%d messages", i)
	}
	_, err = d.Message(d.ctx, d.p.ID, 9999)
	d.fails(err, review.ErrNotFound)
}

func same(a, b *review.Item) bool {
	found := slices.Equal(a.Named, b.Named) && sameSpans(a.Spans, b.Spans) && reflect.DeepEqual(a.Changes, b.Changes)
	return found && reflect.DeepEqual(a.Message, b.Message) && a.Lang == b.Lang && slices.Equal(a.Tokens, b.Tokens)
}

func sameSpans(a, b []bauta.Span) bool {
	return slices.EqualFunc(a, b, func(x, y bauta.Span) bool {
		place := x.Start == y.Start && x.End == y.End && sameSpans(x.Inner, y.Inner)
		what := x.Label == y.Label && x.Part == y.Part && x.Doubt == y.Doubt && x.Entity == y.Entity
		reason := x.P == y.P && x.Source == y.Source && x.Why == y.Why
		return place && what && reason
	})
}

func claims(d *desk) {
	_, err := d.Import(d.ctx, d.p.ID, Many(12, 1))
	d.must(err)
	first, err := d.Claim(d.ctx, d.p.ID, 1, "tab", 3, review.ByLeak)
	d.must(err)
	again, err := d.Claim(d.ctx, d.p.ID, 1, "tab", 9, review.ByLeak)
	d.must(err)
	if len(first) != 3 || len(again) != 5 || again[0].ID != first[0].ID || again[2].ID != first[2].ID {
		d.Errorf("a hand of %d, then of %d", len(first), len(again))
	}
	other, err := d.Claim(d.ctx, d.p.ID, 2, "tab", 5, review.ByLeak)
	d.must(err)
	for _, g := range other {
		if slices.ContainsFunc(again, func(x review.Group) bool { return x.ID == g.ID }) {
			d.Errorf("group %d is held twice", g.ID)
		}
	}
	x := d.decision(1, "", review.OnGroup, review.Mask)
	x.Group, x.Expect = other[0].ID, other[0].Version
	_, err = d.Decide(d.ctx, x)
	d.fails(err, review.ErrLease)

	d.clock.Pass(9 * time.Minute)
	d.must(d.Renew(d.ctx, d.p.ID, 1, "tab"))
	d.clock.Pass(2 * time.Minute) // the other's leases have run out
	third, err := d.Claim(d.ctx, d.p.ID, 3, "tab", 5, review.ByLeak)
	d.must(err)
	if len(third) != 5 {
		d.Errorf("after expiry %d groups, want 5", len(third))
	}
	d.must(d.Release(d.ctx, d.p.ID, 1, "tab"))
	fourth, err := d.Claim(d.ctx, d.p.ID, 4, "tab", 5, review.ByLeak)
	d.must(err)
	if len(fourth) != 5 {
		d.Errorf("after release %d groups, want 5", len(fourth))
	}
	// A lease that ran out meanwhile, and nobody took: the decision counts.
	x.Group, x.Expect, x.User = fourth[0].ID, fourth[0].Version, 4
	d.clock.Pass(time.Hour)
	d.decide(x)
}

func orders(d *desk) {
	d.load("[un?0.9]", "[deux?0.5] [deux?0.5]", "[trois?0.5] [trois?0.5] [trois?0.5]",
		"[quatre?0.01] [quatre?0.01] [quatre?0.01] [quatre?0.01]")
	words := func(o review.Order) (out []string) {
		got, err := d.Claim(d.ctx, d.p.ID, 1, "tab", 5, o)
		d.must(err)
		d.must(d.Release(d.ctx, d.p.ID, 1, "tab"))
		for _, g := range got {
			out = append(out, g.Word)
		}
		return out
	}
	if got := words(review.ByLeak); !slices.Equal(got, []string{"trois", "deux", "un", "quatre"}) {
		d.Errorf("by leak: %v", got)
	}
	if got := words(review.ByFrequency); !slices.Equal(got, []string{"quatre", "trois", "deux", "un"}) {
		d.Errorf("by frequency: %v", got)
	}
	random := words(review.AtRandom)
	if !slices.Equal(random, words(review.AtRandom)) {
		d.Error("the random order changes")
	}
	d.p = d.project("again")
	d.load("[un?0.9]", "[deux?0.5] [deux?0.5]", "[trois?0.5] [trois?0.5] [trois?0.5]",
		"[quatre?0.01] [quatre?0.01] [quatre?0.01] [quatre?0.01]")
	if got := words(review.AtRandom); !slices.Equal(got, random) {
		d.Errorf("the same seed gives %v and %v", random, got)
	}
}

func accept(d *desk) {
	d.load("[rose?0.8]", "[rose?0.2]", "[rose?0.5]", "[lys?0.6]")
	x := d.decision(1, "rose", review.OnGroup, review.Accept)
	x.Expect = d.group("rose").Version
	out := d.decide(x)
	if out.Decision.Affected != 3 || out.Group.Open != 0 || out.Group.Version == x.Expect ||
		out.Decision.Made.IsZero() || out.Again {
		d.Errorf("outcome %+v", out)
	}
	d.want("rose", "mkm", review.Decided)
	p, err := d.Progress(d.ctx, d.p.ID)
	if err != nil || p.Left != 1 || p.LeftOcc != 1 || p.Decisions != 1 {
		d.Errorf("progress %+v, %v", p, err)
	}
	again := d.decide(x) // the answer was lost, and the request is repeated
	if !again.Again || again.Decision.Affected != 3 {
		d.Errorf("again: %+v", again)
	}
	x.User = 2
	_, err = d.Decide(d.ctx, x)
	d.fails(err, review.ErrRefused)
	log, err := d.Decisions(d.ctx, d.p.ID, 0, 10)
	if err != nil || len(log) != 1 || log[0].Word != "rose" {
		d.Errorf("log %+v, %v", log, err)
	}
	d.whole()
}

func bulk(d *desk) {
	d.load("[rose?]", "[rose?]", "[rose?]")
	d.decide(d.about(d.decision(2, "rose", review.OnOccurrence, review.Keep), 1))
	d.want("rose", "?k?", review.Waiting)
	out := d.decide(d.decision(1, "rose", review.OnWord, review.Mask))
	d.want("rose", "mkm", review.Decided)
	if out.Decision.Affected != 2 || !slices.Equal(out.Kept, []review.Left{{User: 2, N: 1}}) {
		d.Errorf("outcome %+v", out)
	}
	laid, err := d.Desk(d.ctx, d.p.ID, 2, d.group("rose").ID, 1)
	if err != nil || len(laid.Occurrences) != 1 || laid.Before.Mine != 1 || laid.Before.Others != 2 ||
		laid.Before.Last.User != 1 {
		d.Errorf("desk %+v, %v", laid.Before, err)
	}
	if !slices.Equal(laid.Before.Labels, []review.Count{{Label: bauta.Person, N: 2}, {Label: "O", N: 1}}) {
		d.Errorf("before %+v", laid.Before.Labels)
	}
	x := d.decision(1, "rose", review.OnGroup, review.Mask)
	x.Excludes = []int64{1}
	d.decide(x)
	d.want("rose", "mkm", review.Decided)
	x = d.decision(1, "rose", review.OnMessage, review.Keep)
	x.Message = d.occurrences(x.Group)[0].Message
	d.decide(x)
	d.want("rose", "kkm", review.Decided)
	d.whole()
}

func edges(d *desk) {
	d.load("le [Pont!] Neuf")
	x := d.about(d.decision(1, "pont", review.OnOccurrence, review.Mask), 0)
	x.As = review.Range{Start: 3, End: 12}
	d.decide(x)
	if o := d.occurrences(x.Group)[0]; o.Now.As != x.As {
		d.Errorf("edges %+v", o.Now.As)
	}
	for _, as := range []review.Range{
		{Start: 3, End: 99}, {Start: 8, End: 12}, {Start: -1, End: 5}, {Start: 5, End: 4},
	} {
		x := d.about(d.decision(1, "pont", review.OnOccurrence, review.Mask), 0)
		x.As = as
		_, err := d.Decide(d.ctx, x)
		d.fails(err, review.ErrRefused)
	}
	d.whole()
}

// team adds two reviewers and gives their numbers.
func team(d *desk) (anna, bob int64) {
	for i, to := range []*int64{&anna, &bob} {
		u, err := d.AddUser(d.ctx, review.User{Login: []string{"anna", "bob"}[i]})
		d.must(err)
		d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: u.ID, Role: review.Reviewer}, 0))
		*to = u.ID
	}
	return anna, bob
}

func second(d *desk) {
	d.load("[paris?]", "[paris?]", "[paris?]", "[paris!]", "[lys?n]", "[peu?]")
	_, err := d.Decide(d.ctx, d.decision(1, "lys", review.OnWord, review.Keep))
	d.fails(err, review.ErrRefused) // a name, and nobody there to confirm
	anna, bob := team(d)
	never := d.decision(anna, "paris", review.OnWord, review.Keep)
	look, err := d.Look(d.ctx, never)
	if err != nil || !look.Second || look.Count != 4 || look.Undecided != 3 || look.Refused != "" {
		d.Errorf("preview %+v, %v", look, err)
	}
	d.decide(never)
	d.want("paris", "mmmm", review.Second)
	laid, err := d.Desk(d.ctx, d.p.ID, bob, never.Group, 10)
	if err != nil || laid.Pending == nil || laid.Pending.ID != never.ID {
		d.Errorf("pending %+v, %v", laid.Pending, err)
	}
	if rules, err := d.Rules(d.ctx, d.p.ID); err != nil || len(rules) != 0 {
		d.Errorf("an unconfirmed rule holds: %v, %v", rules, err)
	}
	confirm := d.decision(anna, "", review.OnConfirm, "")
	confirm.Of = never.ID
	_, err = d.Decide(d.ctx, confirm)
	d.fails(err, review.ErrRefused)
	confirm.User = bob
	d.decide(confirm)
	d.want("paris", "kkkk", review.Decided)
	if rules, err := d.Rules(d.ctx, d.p.ID); err != nil || len(rules) != 1 || rules[0].Word != "paris" {
		d.Errorf("rules %v, %v", rules, err)
	}
	back := d.decision(bob, "", review.OnUndo, "")
	back.Of = confirm.ID
	d.decide(back)
	d.want("paris", "mmmm", review.Second)
	d.decide(d.decision(anna, "lys", review.OnWord, review.Keep)) // a name: one is not enough
	d.want("lys", "m", review.Second)
	d.decide(d.decision(anna, "peu", review.OnWord, review.Keep)) // neither a name nor many
	d.want("peu", "k", review.Decided)
	d.whole()
}

func disagree(d *desk) {
	d.load("[rose?]", "[rose?]")
	d.decide(d.decision(1, "rose", review.OnWord, review.Keep))
	d.want("rose", "kk", review.Decided)
	d.decide(d.decision(2, "rose", review.OnWord, review.Mask))
	d.want("rose", "mm", review.Conflict)
	if rules, err := d.Rules(d.ctx, d.p.ID); err != nil || len(rules) != 0 {
		d.Errorf("a rule in conflict holds: %v, %v", rules, err)
	}
	if p, err := d.Progress(d.ctx, d.p.ID); err != nil || p.Flagged != 1 {
		d.Errorf("progress %+v, %v", p, err)
	}
	gold := d.decision(3, "rose", review.OnGold, review.Keep)
	gold.Screen = "adjudicate"
	d.decide(gold)
	d.want("rose", "kk", review.Decided)
	d.decide(d.about(d.decision(1, "rose", review.OnOccurrence, review.Mask), 0))
	d.want("rose", "kk", review.Decided) // gold stands over all
	d.whole()
}

func undo(d *desk) {
	d.load("[rose?0.9]", "[rose?0.1]", "[rose?]", "[rose!]")
	d.decide(d.about(d.decision(1, "rose", review.OnOccurrence, review.Keep), 2))
	before := d.whole()
	word := d.decision(1, "rose", review.OnWord, review.Mask)
	d.decide(word)
	after := d.whole()
	back := d.decision(1, "", review.OnUndo, "")
	back.Of = word.ID
	out := d.decide(back)
	if d.whole() != before || out.Decision.Affected != 2 {
		d.Errorf("undo does not restore what was (affected %d)", out.Decision.Affected)
	}
	log, err := d.Decisions(d.ctx, d.p.ID, 1, 10)
	if err != nil || len(log) != 3 || !log[1].Undone || log[0].Undone {
		d.Errorf("log %+v, %v", log, err)
	}
	again := d.decision(1, "", review.OnUndo, "")
	again.Of = word.ID
	_, err = d.Decide(d.ctx, again)
	d.fails(err, review.ErrRefused)
	redo := d.decision(1, "", review.OnUndo, "")
	redo.Of = back.ID
	d.decide(redo)
	if d.whole() != after {
		d.Error("redo does not reapply")
	}
	foreign := d.decision(2, "", review.OnUndo, "")
	foreign.Of = word.ID
	_, err = d.Decide(d.ctx, foreign)
	d.fails(err, review.ErrRefused)
	if p, err := d.Progress(d.ctx, d.p.ID); err != nil || p.Decisions != 2 {
		d.Errorf("progress %+v, %v", p, err)
	}
}

func forward(d *desk) {
	d.load("[rose?]", "[Lys?]", "[lys?]")
	d.decide(d.decision(1, "rose", review.OnWord, review.Mask))
	exact := d.decision(1, "lys", review.OnWord, review.Keep)
	exact.Exact = true
	d.decide(exact)
	spelled := d.group("lys").Word
	n, err := d.Import(d.ctx, d.p.ID, Items(Item("x", "[Rose?] encore, [rose?]"), Item("y", "[Lys?] [lys?]")))
	d.must(err)
	if n.Settled != 3 {
		d.Errorf("imported %+v", n)
	}
	d.want("rose", "mmm", review.Decided)
	for _, o := range d.occurrences(exact.Group) {
		exact := o.Text[o.Start:o.End] == spelled
		if exact != (o.Now.Effect == review.Keep) || exact != o.Exact {
			d.Errorf("exact %v has %q", exact, o.Now.Effect)
		}
	}
	// A group decision is no rule.
	d.decide(d.decision(1, "lys", review.OnGroup, review.Mask))
	n, err = d.Import(d.ctx, d.p.ID, Items(Item("z", "[LYS?]")))
	if err != nil || n.Settled != 0 || d.group("lys").State != review.Waiting {
		d.Errorf("imported %+v, %v", n, err)
	}
	d.whole()
}

func pattern(d *desk) {
	d.load("la [rose?] rouge", "LA [rose?] rouge", "une [rose?]", "la [rose?] est")
	x := d.about(d.decision(1, "rose", review.OnPattern, review.Keep), 0)
	d.decide(x)
	d.want("rose", "kk??", review.Waiting)
	rules, err := d.Rules(d.ctx, d.p.ID)
	if err != nil || len(rules) != 1 || rules[0].Left != "la" || rules[0].Next != "rouge" || rules[0].Word != "rose" {
		d.Errorf("rules %+v, %v", rules, err)
	}
	n, err := d.Import(d.ctx, d.p.ID, Items(Item("x", "vois la [rose?] rouge")))
	if err != nil || n.Settled != 1 {
		d.Errorf("imported %+v, %v", n, err)
	}
	d.whole()
}

func stale(d *desk) {
	d.load("[rose?]", "[rose?]")
	version := d.group("rose").Version
	theirs := d.decide(d.about(d.decision(2, "rose", review.OnOccurrence, review.Keep), 0))
	x := d.decision(1, "rose", review.OnGroup, review.Mask)
	x.Expect = version
	_, err := d.Decide(d.ctx, x)
	d.fails(err, review.ErrStale)
	var se *review.StaleError
	if !errors.As(err, &se) || se.Theirs == nil || se.Theirs.ID != theirs.Decision.ID ||
		se.Group.Version != theirs.Group.Version {
		d.Errorf("stale: %+v", se)
	}
	x.Expect = se.Group.Version
	d.decide(x)
	d.want("rose", "km", review.Decided)
	if d.Import(d.ctx, d.p.ID, Items(Item("x", "[rose?]"))); d.group("rose").Version == version {
		d.Error("new occurrences leave the version")
	}
}

func putOff(d *desk) {
	d.load("[rose?]", "[lys?]", "[iris?]")
	d.decide(d.decision(1, "rose", review.OnGroup, review.Skip))
	flag := d.decision(1, "lys", review.OnGroup, review.Flag)
	flag.Reason = "guideline"
	d.decide(flag)
	d.want("rose", "?", review.Skipped)
	d.want("lys", "?", review.Flagged)
	hand, err := d.Claim(d.ctx, d.p.ID, 1, "tab", 5, review.ByLeak)
	if err != nil || len(hand) != 1 || hand[0].Word != "iris" {
		d.Errorf("hand %+v, %v", hand, err)
	}
	d.decide(d.decision(1, "iris", review.OnGroup, review.Accept))
	hand, err = d.Claim(d.ctx, d.p.ID, 1, "tab", 5, review.ByLeak)
	if err != nil || len(hand) != 1 || hand[0].Word != "rose" {
		d.Errorf("what was skipped does not come back: %+v, %v", hand, err)
	}
	d.decide(d.decision(1, "rose", review.OnGroup, review.Mask))
	d.want("rose", "m", review.Decided)
	if log, err := d.Decisions(d.ctx, d.p.ID, 0, 10); err != nil || log[2].Reason != "guideline" {
		d.Errorf("reason %v", err)
	}
	if p, err := d.Progress(d.ctx, d.p.ID); err != nil || p.Flagged != 1 || p.Left != 0 {
		d.Errorf("progress %+v, %v", p, err)
	}
	d.whole()
}

func preview(d *desk) {
	d.load("une [rose?] rouge", "la [rose?0.9] de Paris", "une [rose?] jaune", "[rose?] arrive", "une [rose?] bleue",
		"[rose?] mange", "la [rose?]")
	d.decide(d.about(d.decision(1, "rose", review.OnOccurrence, review.Keep), 0))
	d.decide(d.about(d.decision(2, "rose", review.OnOccurrence, review.Mask), 6))
	before := d.whole()
	look, err := d.Look(d.ctx, d.decision(1, "rose", review.OnWord, review.Keep))
	d.must(err)
	if look.Count != 7 || look.Undecided != 5 || look.Mine != 1 ||
		!slices.Equal(look.Kept, []review.Left{{User: 2, N: 1}}) || !look.Second {
		d.Errorf("preview %+v", look)
	}
	if len(look.Unusual) != 5 || look.Unusual[0].Span.P != 0.9 || look.Unusual[4].Text[:4] != "une " {
		d.Errorf("unusual: %d", len(look.Unusual))
	}
	if d.whole() != before {
		d.Error("a look changes what holds")
	}
}

func refused(d *desk) {
	d.load("[rose?]", "[lys?]")
	good := d.decision(1, "rose", review.OnGroup, review.Mask)
	for name, change := range map[string]func(*review.Decision){
		"no ID":          func(x *review.Decision) { x.ID = "" },
		"no label":       func(x *review.Decision) { x.Label = "" },
		"no group":       func(x *review.Decision) { x.Group = 0 },
		"no occurrence":  func(x *review.Decision) { x.Scope = review.OnOccurrence },
		"strange scope":  func(x *review.Decision) { x.Scope = "all" },
		"strange effect": func(x *review.Decision) { x.Effect = "eat" },
		"word accepted":  func(x *review.Decision) { x.Scope, x.Effect = review.OnWord, review.Accept },
		"long reason":    func(x *review.Decision) { x.Reason = string(make([]byte, 1000)) },
		"endless time":   func(x *review.Decision) { x.ActiveMS = 1e9 },
		"other occurrence": func(x *review.Decision) {
			x.Scope, x.Message, x.Range = review.OnOccurrence, 2, review.Range{End: 3}
		},
	} {
		x := good
		change(&x)
		if _, err := d.Decide(d.ctx, x); !errors.Is(err, review.ErrRefused) {
			d.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*review.Decision){
		"no such group":    func(x *review.Decision) { x.Group = 999 },
		"other project":    func(x *review.Decision) { x.Project = 999 },
		"undo of nothing":  func(x *review.Decision) { x.Scope, x.Effect, x.Of = review.OnUndo, "", "decision-none" },
		"group of another": func(x *review.Decision) { x.Project = d.project("elsewhere").ID },
	} {
		x := good
		change(&x)
		if _, err := d.Decide(d.ctx, x); !errors.Is(err, review.ErrNotFound) {
			d.Errorf("%s: %v", name, err)
		}
	}
	d.want("rose", "?", review.Waiting)
}

func chain(d *desk) {
	d.load("[rose?]")
	d.must(d.Note(d.ctx, review.Entry{User: 1, Action: "view", Object: "message/1", Detail: map[string]any{"n": 3}}))
	d.decide(d.decision(1, "rose", review.OnGroup, review.Mask))
	all, err := d.Entries(d.ctx, 100)
	d.must(err)
	if len(all) != 4 || all[0].Action != "decide" || all[1].Detail["n"] != 3.0 || all[3].Seq != 1 {
		d.Errorf("%d entries: %+v", len(all), all)
	}
	d.must(d.Verify(d.ctx))
}
