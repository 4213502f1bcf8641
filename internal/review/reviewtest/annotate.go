package reviewtest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// annotations are the cases of review.Annotations.
func annotations() []namedCase {
	return []namedCase{
		{"messages are handed out", handOut},
		{"overlap is two, blind, by the hash", overlap},
		{"six annotators at once", sixAtOnce},
		{"what was left lying goes to another", leftLying},
		{"labels are kept once", keptOnce},
		{"labels that are refused", refusedLabels},
		{"skip, flag, revisit", revisit},
		{"labelled before", formerly},
		{"partners' labels are not shown", blind},
		{"adjudication", adjudicate},
		{"the same message again", again},
		{"guidelines", guidelines},
		{"annotations end with the project", ended},
		{"places", places},
	}
}

// namedCase is one case of the suite.
type namedCase struct {
	name string
	try  func(*desk)
}

// words imports texts as they are, and says how many everybody annotates.
func (d *desk) words(training int, texts ...string) {
	d.Helper()
	d.load(texts...)
	d.must(d.SetUp(d.ctx, d.p.ID, review.Setup{Training: training}))
}

func (d *desk) nextTask(user int64) review.Task {
	d.Helper()
	t, err := d.Next(d.ctx, d.p.ID, user)
	d.must(err)
	return t
}

// says labels a task: each mark is a word and what it is.
func (d *desk) says(user int64, t review.Task, marks ...string) review.Annotation {
	d.Helper()
	d.n++
	a := review.Annotation{
		ID: fmt.Sprintf("annotation-%04d", d.n), Project: d.p.ID, User: user, Message: t.ID, Act: review.ActLabel,
		Again: t.Again, Expect: t.Version,
	}
	for i := 0; i < len(marks); i += 2 {
		at := regexp.MustCompile(regexp.QuoteMeta(marks[i])).FindStringIndex(t.Message.Text)
		a.Spans = append(a.Spans, bauta.Span{
			Start: at[0], End: at[1],
			Label: map[string]bauta.Label{"PER": bauta.Person, "LOC": bauta.Location}[marks[i+1]],
		})
	}
	return a
}

func (d *desk) annotate(a review.Annotation) review.Task {
	d.Helper()
	t, err := d.Annotate(d.ctx, a)
	d.must(err)
	return t
}

func handOut(d *desk) {
	set, err := d.Setup(d.ctx, d.p.ID)
	if d.must(err); set.Training != review.Training || !set.Prefill {
		d.Errorf("a project begins with %+v", set)
	}
	d.words(2, "un", "deux", "trois", "quatre", "cinq")
	first := d.nextTask(1)
	if first.Number != 1 || first.Message.Text != "un" || first.State != review.TaskOpen || !first.Blind {
		d.Errorf("first: %d %s blind %t", first.Number, first.State, first.Blind)
	}
	if same := d.nextTask(1); same.ID != first.ID {
		d.Error("an open message is not given again")
	}
	for _, user := range []int64{2, 3} {
		if t := d.nextTask(user); t.ID != first.ID {
			d.Error("training messages are for everybody")
		}
	}
	var seen []int
	for range 5 {
		t := d.nextTask(1)
		seen = append(seen, t.Number)
		d.annotate(d.says(1, t))
	}
	if !slices.Equal(seen, []int{1, 2, 3, 4, 5}) {
		d.Errorf("handed out %v", seen)
	}
	_, err = d.Next(d.ctx, d.p.ID, 1)
	d.fails(err, review.ErrNotFound)
	w, err := d.Work(d.ctx, d.p.ID, 1)
	if d.must(err); w.Done != 5 || w.Left != 0 || w.Messages != 5 {
		d.Errorf("work %+v", w)
	}
	back, err := d.Step(d.ctx, d.p.ID, 1, first.ID+2, true)
	if d.must(err); back != first.ID+1 {
		d.Errorf("before the third comes %d", back-first.ID+1)
	}
	on, err := d.Step(d.ctx, d.p.ID, 1, first.ID+2, false)
	if d.must(err); on != first.ID+3 {
		d.Errorf("after the third comes %d", on-first.ID+1)
	}
	_, err = d.Step(d.ctx, d.p.ID, 1, first.ID, true)
	d.fails(err, review.ErrNotFound)
	_, err = d.Import(d.ctx, d.p.ID, Items(Item("late", "plus tard")))
	d.must(err)
	if t := d.nextTask(1); t.Number != 6 {
		d.Errorf("a message imported later is number %d", t.Number)
	}
}

func overlap(d *desk) {
	var texts []string
	for i := range 200 {
		texts = append(texts, fmt.Sprint("message ", letters(i)))
	}
	d.words(0, texts...)
	takers := map[int64]int{}
	blind := map[int64]bool{}
	for open := true; open; {
		open = false
		for user := int64(1); user <= 3; user++ {
			t, err := d.Next(d.ctx, d.p.ID, user)
			if errors.Is(err, review.ErrNotFound) {
				continue
			}
			d.must(err)
			open = true
			takers[t.ID]++
			blind[t.ID] = t.Blind
			d.annotate(d.says(user, t))
		}
	}
	two := 0
	for id, n := range takers {
		if want := map[bool]int{false: 1, true: 2}[blind[id]]; n != want {
			d.Errorf("message %d has %d annotators, want %d", id, n, want)
		}
		two += n - 1
	}
	if len(takers) != 200 || two < 8 || two > 36 { // 10 % of 200, within four standard deviations
		d.Errorf("%d messages, %d of them twice", len(takers), two)
	}
}

func sixAtOnce(d *desk) {
	var texts []string
	for i := range 60 {
		texts = append(texts, "message "+letters(i))
	}
	d.words(0, texts...)
	var wait sync.WaitGroup
	for user := int64(1); user <= 6; user++ {
		wait.Go(func() {
			for n := 0; ; n++ {
				t, err := d.Next(d.ctx, d.p.ID, user)
				if errors.Is(err, review.ErrNotFound) {
					return
				}
				if err == nil {
					_, err = d.Annotate(d.ctx, review.Annotation{
						ID: fmt.Sprintf("at-once-%d-%d", user, n), Project: d.p.ID, User: user, Message: t.ID,
						Act: review.ActLabel, Expect: t.Version,
					})
				}
				if err != nil {
					d.Errorf("annotator %d: %v", user, err)
					return
				}
			}
		})
	}
	wait.Wait()
	all := d.annotated(review.Unlabelled)
	if len(all) != 60 {
		d.Errorf("%d messages annotated", len(all))
	}
	for _, a := range all {
		if len(a.Said) != a.Need {
			d.Errorf("message %d has %d annotators, wants %d", a.Number, len(a.Said), a.Need)
		}
	}
	d.must(d.Verify(d.ctx))
}

func leftLying(d *desk) {
	d.words(0, "un", "deux", "trois")
	mine := d.nextTask(1)
	if t := d.nextTask(2); !mine.Blind && t.ID == mine.ID {
		d.Error("a message for one was given to two")
	}
	d.clock.Pass(time.Hour)
	got := map[int64]bool{}
	for range 3 {
		t := d.nextTask(3)
		got[t.ID] = true
		d.annotate(d.says(3, t))
	}
	if !got[mine.ID] {
		d.Error("what was left lying is lost")
	}
	if t := d.annotate(d.says(1, mine)); t.State != review.TaskDone {
		d.Error("work that came late was thrown away")
	}
}

func keptOnce(d *desk) {
	d.words(1, "Marie Dupont part avec Marie")
	t := d.nextTask(1)
	a := d.says(1, t, "Marie Dupont", "PER")
	for range 3 {
		if got := d.annotate(a); got.Version != 1 || !review.Same(got.Mine, a.Spans) || got.Verdict != review.Single {
			d.Errorf("after the same again: version %d, verdict %s", got.Version, got.Verdict)
		}
	}
	other := a
	other.User = 2
	_, err := d.Annotate(d.ctx, other)
	d.fails(err, review.ErrRefused)
	late := d.says(1, t)
	_, err = d.Annotate(d.ctx, late)
	d.fails(err, review.ErrStale)
	late.Expect = 1
	if got := d.annotate(late); len(got.Mine) != 0 || got.Version != 2 {
		d.Errorf("nothing marked: %d spans, version %d", len(got.Mine), got.Version)
	}
	if err := d.Verify(d.ctx); err != nil {
		d.Error(err)
	}
}

func refusedLabels(d *desk) {
	d.words(1, "chez Lucas34 👩‍👩‍👧 là")
	t := d.nextTask(1)
	at := func(start, end int, label bauta.Label) []bauta.Span {
		return []bauta.Span{{Start: start, End: end, Label: label}}
	}
	for name, change := range map[string]func(*review.Annotation){
		"unknown label":   func(a *review.Annotation) { a.Spans = at(5, 10, "XYZ") },
		"outside":         func(a *review.Annotation) { a.Spans = at(5, 1000, bauta.Person) },
		"negative":        func(a *review.Annotation) { a.Spans = at(-1, 3, bauta.Person) },
		"blank":           func(a *review.Annotation) { a.Spans = at(4, 5, bauta.Person) },
		"inside an emoji": func(a *review.Annotation) { a.Spans = at(13, 17, bauta.Person) },
		"overlapping": func(a *review.Annotation) {
			a.Spans = append(at(5, 10, bauta.Person), at(8, 12, bauta.Person)...)
		},
		"no such act":      func(a *review.Annotation) { a.Act = "burn" },
		"skip, no reason":  func(a *review.Annotation) { a.Act = review.ActSkip },
		"not a repetition": func(a *review.Annotation) { a.Again = true },
		"short ID":         func(a *review.Annotation) { a.ID = "x" },
	} {
		a := d.says(1, t)
		change(&a)
		if _, err := d.Annotate(d.ctx, a); !errors.Is(err, review.ErrRefused) {
			d.Errorf("%s: %v", name, err)
		}
	}
	a := d.says(1, t, "Lucas", "PER") // a part of a token
	if got := d.annotate(a); !review.Same(got.Mine, a.Spans) {
		d.Error("a part of a word was not kept")
	}
	a = d.says(1, t)
	a.Message += 100
	_, err := d.Annotate(d.ctx, a)
	d.fails(err, review.ErrNotFound)
}

func revisit(d *desk) {
	d.words(0, "un", "deux", "trois")
	one := d.nextTask(1)
	skip := d.says(1, one)
	skip.Act, skip.Reason = review.ActSkip, "later"
	if t := d.annotate(skip); t.State != review.TaskSkipped || t.Reason != "later" {
		d.Errorf("skipped: %s %s", t.State, t.Reason)
	}
	two := d.nextTask(1)
	flag := d.says(1, two)
	flag.Act = review.ActFlag
	two = d.annotate(flag)
	if !two.Flagged || two.State != review.TaskOpen {
		d.Error("a flag does not finish a message")
	}
	d.annotate(d.says(1, two))
	for pile, want := range map[review.Pile]int64{
		review.PileSkipped: one.ID, review.PileFlagged: two.ID, review.PileDone: two.ID,
	} {
		if list, err := d.Revisit(d.ctx, d.p.ID, 1, pile, 50); err != nil || len(list) != 1 || list[0].ID != want {
			d.Errorf("pile %s: %d, %v", pile, len(list), err)
		}
	}
	_, err := d.Revisit(d.ctx, d.p.ID, 1, "burnt", 5)
	d.fails(err, review.ErrRefused)
	w, err := d.Work(d.ctx, d.p.ID, 1)
	if d.must(err); w.Skipped != 1 || w.Flagged != 1 || w.Done != 1 || w.Left != 1 || w.Disputes != 1 {
		d.Errorf("work %+v", w)
	}
}

func formerly(d *desk) {
	d.words(0, "Rose rose", "une rose", "la rose")
	d.annotate(d.says(1, d.nextTask(1), "Rose", "PER"))
	gold := d.says(9, d.nextTask(1), "rose", "LOC")
	gold.Act, gold.Expect = review.ActGold, -1
	d.annotate(gold)
	second := d.nextTask(1)
	d.annotate(d.says(1, second))
	third := d.nextTask(1)
	got, err := d.Formerly(d.ctx, d.p.ID, 1, third.ID, []string{"ROSE", "la", "une"})
	d.must(err)
	want := []review.Count{{Label: "O", N: 2}, {Label: bauta.Location, N: 1}, {Label: bauta.Person, N: 1}}
	if b := got[0]; !slices.Equal(b.Labels, want) || b.Mine != 3 || b.Gold != 1 || b.Others != 0 {
		d.Errorf("rose: %+v", b)
	}
	if len(got[1].Labels) != 0 || got[2].Gold != 1 || got[2].Mine != 1 {
		d.Errorf("la %+v, une %+v", got[1], got[2])
	}
}

// sees gathers the messages whose labels a user may look at.
func (d *desk) sees(user, message int64) (out []int64) {
	d.Helper()
	for e, err := range d.Examples(d.ctx, d.p.ID, user, message) {
		d.must(err)
		out = append(out, e.ID)
	}
	return out
}

func blind(d *desk) {
	d.words(1, "avec Rose", "chez Rose", "vers Rose", "pour Rose")
	both := d.nextTask(1)
	d.nextTask(2)
	d.annotate(d.says(1, both, "Rose", "PER"))
	var single review.Task // of user 1, for one annotator
	for single.ID == 0 || single.Blind {
		single = d.nextTask(1)
		d.annotate(d.says(1, single, "Rose", "LOC"))
	}
	ask := func(user, message int64) review.Before {
		got, err := d.Formerly(d.ctx, d.p.ID, user, message, []string{"rose"})
		d.must(err)
		return got[0]
	}
	if b := ask(2, both.ID); b.Others != 0 || len(b.Labels) != 0 {
		d.Errorf("on a blind message: %+v", b)
	}
	if seen := d.sees(2, both.ID); len(seen) != 0 {
		d.Errorf("on a blind message: %v", seen)
	}
	other := both.ID + 3 // the partner's label of the blind message stays hidden here too
	if b := ask(2, other); b.Others != 1 || b.Labels[0].Label != bauta.Location {
		d.Errorf("on another message: %+v", b)
	}
	if seen := d.sees(2, other); !slices.Equal(seen, []int64{single.ID}) {
		d.Errorf("on another message: %v", seen)
	}
	d.annotate(d.says(2, both, "Rose", "LOC"))
	if b := ask(2, other); b.Others != 2 || b.Mine != 1 {
		d.Errorf("after both have spoken: %+v", b)
	}
	if seen := d.sees(2, other); !slices.Equal(seen, []int64{single.ID, both.ID}) {
		d.Errorf("after both have spoken: %v", seen)
	}
	for _, login := range []string{"first", "second"} {
		u, err := d.AddUser(d.ctx, review.User{Login: login})
		d.must(err)
		d.must(d.SetMember(d.ctx, review.Member{Project: d.p.ID, User: u.ID, Role: review.Annotator}, 0))
	}
	if b := ask(2, other); b.Others != 0 || b.Mine != 1 {
		d.Errorf("to whom is an annotator: %+v", b)
	}
	if seen := d.sees(2, other); !slices.Equal(seen, []int64{both.ID}) {
		d.Errorf("to whom is an annotator: %v", seen)
	}
}

// annotated gathers the messages of a verdict.
func (d *desk) annotated(v review.Verdict) (out []review.Annotated) {
	d.Helper()
	for a, err := range d.Annotated(d.ctx, d.p.ID, v) {
		d.must(err)
		out = append(out, a)
	}
	return out
}

func adjudicate(d *desk) {
	d.words(2, "chez Lucas", "chez Rose", "rien")
	for user := int64(1); user <= 2; user++ {
		label := map[int64]string{1: "PER", 2: "LOC"}[user]
		d.annotate(d.says(user, d.nextTask(user), "Lucas", "PER"))
		d.annotate(d.says(user, d.nextTask(user), "Rose", label))
	}
	if got := d.annotated(review.Agreed); len(got) != 1 || len(got[0].Said) != 2 {
		d.Fatalf("agreed: %+v", len(got))
	}
	list := d.annotated(review.Disputed)
	if len(list) != 1 || list[0].Number != 2 || list[0].Said[0].User != 1 ||
		list[0].Said[1].Spans[0].Label != bauta.Location {
		d.Fatalf("disputes: %d", len(list))
	}
	if _, ok := list[0].Truth(); ok {
		d.Error("a dispute has no truth")
	}
	gold := d.says(9, review.Task{Stored: list[0].Stored, Version: list[0].Version}, "Rose", "PER")
	gold.Act, gold.Reason = review.ActGold, "slip"
	d.annotate(gold)
	late := gold
	late.ID += "b"
	_, err := d.Annotate(d.ctx, late)
	d.fails(err, review.ErrStale)
	if got := d.annotated(review.Disputed); len(got) != 0 {
		d.Error("an adjudicated message is still disputed")
	}
	all := d.annotated(review.Unlabelled)
	if len(all) != 2 {
		d.Fatalf("%d annotated", len(all))
	}
	if truth, ok := all[1].Truth(); !ok || truth[0].Label != bauta.Person ||
		all[1].Said[1].Spans[0].Label != bauta.Location {
		d.Error("gold is not the truth, or it changed what was said")
	}
	if truth, ok := all[0].Truth(); !ok || len(truth) != 1 {
		d.Error("what all say alike is the truth")
	}
	_, err = d.Annotate(d.ctx, review.Annotation{
		ID: "annotation-x", Project: d.p.ID, User: 1, Message: all[1].ID, Act: review.ActGold, Reason: "mood",
	})
	d.fails(err, review.ErrRefused)
}

func again(d *desk) {
	var texts []string
	for i := range 120 {
		texts = append(texts, "Rose "+letters(i))
	}
	d.words(0, texts...)
	for range 100 {
		d.annotate(d.says(1, d.nextTask(1), "Rose", "PER"))
	}
	d.clock.Pass(25 * time.Hour)
	repeated := 0
	last := false
	for range 20 {
		t := d.nextTask(1)
		if t.Again {
			if repeated++; last || len(t.Mine) != 0 {
				d.Error("two repetitions in a row, or one that shows what was said")
			}
		}
		last = t.Again
		marks := []string{"Rose", "PER"}
		if t.Again {
			marks = nil
		}
		d.annotate(d.says(1, t, marks...))
	}
	if repeated == 0 {
		d.Fatal("nothing was repeated")
	}
	told := 0
	for _, a := range d.annotated(review.Unlabelled) {
		for _, s := range a.Said {
			if s.Repeated {
				told++
				if len(s.Again) != 0 || len(s.Spans) != 1 {
					d.Error("a repetition changed the annotation")
				}
			}
		}
	}
	if told != repeated {
		d.Errorf("%d repeated, %d kept", repeated, told)
	}
}

func guidelines(d *desk) {
	d.words(0, "un", "deux")
	first := d.nextTask(1)
	d.annotate(d.says(1, first))
	g, err := d.Publish(d.ctx, review.Guideline{Project: d.p.ID, Lang: "fr", Text: "# Deux", User: 9})
	if d.must(err); g.Version != 2 {
		d.Errorf("version %d", g.Version)
	}
	d.annotate(d.says(1, d.nextTask(1)))
	list, err := d.Revisit(d.ctx, d.p.ID, 1, review.PileOutdated, 50)
	if d.must(err); len(list) != 1 || list[0].ID != first.ID || list[0].Guideline != 1 {
		d.Errorf("outdated: %d", len(list))
	}
	d.annotate(d.says(1, list[0]))
	if list, err = d.Revisit(d.ctx, d.p.ID, 1, review.PileOutdated, 50); err != nil || len(list) != 0 {
		d.Errorf("still outdated: %d, %v", len(list), err)
	}
	all, err := d.Guidelines(d.ctx, d.p.ID)
	if d.must(err); len(all) != 1 || all[0].Text != "# Deux" || all[0].Lang != "fr" || all[0].User != 9 {
		d.Errorf("guidelines: %+v", all)
	}
	_, err = d.Publish(d.ctx, review.Guideline{Project: d.p.ID, Lang: "fr"})
	d.fails(err, review.ErrRefused)
}

func ended(d *desk) {
	d.words(0, "Rose", "deux")
	t := d.nextTask(1)
	d.annotate(d.says(1, t, "Rose", "PER"))
	d.must(d.SetState(d.ctx, d.p.ID, review.Frozen, 1))
	_, err := d.Next(d.ctx, d.p.ID, 1)
	d.fails(err, review.ErrRefused)
	_, err = d.Annotate(d.ctx, d.says(1, t))
	d.fails(err, review.ErrRefused)
	d.must(d.Purge(d.ctx, d.p.ID, 1))
	for _, err := range d.Annotated(d.ctx, d.p.ID, review.Unlabelled) {
		d.fails(err, review.ErrPurged)
	}
	if w, err := d.Work(d.ctx, d.p.ID, 1); err != nil || w.Done != 1 {
		d.Errorf("the counts are gone: %+v, %v", w, err)
	}
	d.must(d.Verify(d.ctx))
}
