package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/attack"
	"github.com/bauta/bauta/internal/detect/cue"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/text"
)

// byFinds reports the attacks for which the program is run over the release.
func byFinds(attack string) bool {
	return slices.Contains([]string{"program", "rare", "timeline"}, attack)
}

// age is what stands for the type of ages, which the pipeline has among MISC.
const age bauta.Label = "AGE"

// pointing are the types of what points to a person though it is no name.
var pointing = []bauta.Label{
	bauta.Location, bauta.Organization, bauta.Facility, bauta.Nationality, bauta.Event, bauta.SportsTeam,
	bauta.KnownGroup, age,
}

// joining are the types of what two threads may both tell of.
var joining = []bauta.Label{bauta.Date, bauta.Event, bauta.Facility, bauta.Location}

// said is what threads, or authors, mention: things by their type and folded words.
type said map[string][]string

// add takes a find of a group into account, if it is of one of some types.
func (s said) add(group string, m *bauta.Message, f bauta.Span, types []bauta.Label) {
	label := f.Label
	if f.Rule == cue.RuleAge {
		label = age
	}
	if group != "" && slices.Contains(types, label) {
		s[group] = append(s[group], string(label)+"\x00"+text.Fold(m.Text[f.Start:f.End]))
	}
}

// without leaves the things of some types out. Groups stay, those of nothing too.
func (s said) without(types []string) map[string][]string {
	out := map[string][]string{}
	for group, things := range s {
		out[group] = slices.DeleteFunc(slices.Clone(things), func(thing string) bool {
			label, _, _ := strings.Cut(thing, "\x00")
			return slices.Contains(types, label)
		})
	}
	return out
}

// finds is what the program finds in a release.
type finds struct {
	by              *bauta.Pipeline
	group           func(*bauta.Message) string
	messages, named int
	names, left     int   // names found; of them, those of the original
	in, leftIn      []int // texts, by number from 0, in which these stand
	points, joins   said
	masked          []bauta.Message // without the names found
}

// found runs the program over the release: what it finds, and what of it is rare.
func (o *attacking) found(cmd *cobra.Command, messages []bauta.Message, r *attacks) error {
	built, err := o.attacker()
	if err != nil {
		return err
	}
	before, err := o.before(cmd, messages)
	if err != nil {
		return err
	}
	f := finds{by: built.Pipeline, group: grouping(messages), points: said{}, joins: said{}}
	for res, err := range built.Pipeline.Run(cmd.Context(), each(messages), o.jobs) {
		if err != nil {
			return err
		}
		f.add(&res, before)
	}
	if slices.Contains(o.only, "program") {
		if err := o.program(cmd.Context(), built, &f, r, before != nil); err != nil {
			return err
		}
	}
	if slices.Contains(o.only, "rare") {
		r.rare(f.points)
	}
	if slices.Contains(o.only, "timeline") {
		r.joined(f.joins)
	}
	return nil
}

// grouping says to which group a message belongs: its thread or, where there are no two
// threads, as in the export of one chat, its author; "" to none.
func grouping(messages []bauta.Message) func(*bauta.Message) string {
	threads := map[string]bool{}
	for i := range messages {
		threads[messages[i].Thread] = true
	}
	delete(threads, "")
	return func(m *bauta.Message) string {
		if len(threads) > 1 && m.Thread != "" {
			return m.Thread
		}
		return m.Author
	}
}

// attacker is the program as who attacks would run it: with ages, whatever the policy
// says of them.
func (o *attacking) attacker() (*policy.Built, error) {
	file, err := policy.Load(o.policy)
	if err != nil {
		return nil, err
	}
	file.Detect.Ages = max(file.Detect.Ages, 1)
	return file.Build(policy.Options{Pending: "withhold", FindOnly: true, Lang: o.lang})
}

// before gives the words of the original of each message; nil without one.
func (o *attacking) before(cmd *cobra.Command, messages []bauta.Message) ([]string, error) {
	if o.original == "" {
		return nil, nil
	}
	was, err := o.wholeOriginal(cmd, messages)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(was))
	for i, m := range was {
		out[i] = text.Fold(m.Text)
	}
	return out, nil
}

// each gives messages one after the other.
func each(messages []bauta.Message) func(func(bauta.Message, error) bool) {
	return func(yield func(bauta.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// add takes the finds of a message into account.
func (f *finds) add(res *bauta.Result, before []string) {
	m := res.Message
	group := f.group(&m)
	if group != "" && f.points[group] == nil {
		f.points[group], f.joins[group] = []string{}, []string{}
	}
	had, last := f.names, 0
	var rest strings.Builder
	for _, s := range res.Spans {
		// What stays as it is another run does not find either.
		if s.Label == bauta.Person && s.Start >= last && fate.Of(f.by, res, s) != fate.Kept {
			f.names++
			if before != nil && stands(before[f.messages], text.Fold(m.Text[s.Start:s.End])) {
				f.left++
				f.leftIn = append(f.leftIn, f.messages)
			}
			rest.WriteString(m.Text[last:s.Start] + hidden)
			last = s.End
		}
		f.points.add(group, &m, s, pointing)
		f.joins.add(group, &m, s, joining)
	}
	if f.names > had {
		f.named++
		f.in = append(f.in, f.messages)
	}
	f.messages++
	m.Text, m.Known = rest.String()+m.Text[last:], nil // what was known stands elsewhere now
	f.masked = append(f.masked, m)
}

// stands reports whether words stand in a text, as whole words.
func stands(in, words string) bool {
	for at := 0; ; at++ {
		i := strings.Index(in[at:], words)
		if i < 0 || words == "" {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(in[:at])
		after, _ := utf8.DecodeRuneInString(in[at+len(words):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
	}
}

// program is how many messages the same program calls leaky, and how many of the names
// it finds are some. What is advised is tried: these names masked, and the program run
// once more.
func (o *attacking) program(ctx context.Context, by *policy.Built, f *finds, r *attacks, known bool) error {
	a := playedOn("program", dossier.Say("program.what"), eval.ClopperPearson(f.named, f.messages), 0)
	if f.named > 0 {
		a.Advise(dossier.Say("program.read"))
		again := finds{by: f.by, group: f.group, points: said{}, joins: said{}}
		for res, err := range by.Pipeline.Run(ctx, each(f.masked), o.jobs) {
			if err != nil {
				return err
			}
			again.add(&res, nil)
		}
		a.Lowers(dossier.Say("program.tried"), eval.ClopperPearson(again.named, again.messages),
			dossier.Say("program.advice"))
	}
	r.Attacks = append(r.Attacks, a)
	r.Named, r.Left = o.numbers(f.in), o.numbers(f.leftIn)
	if known && f.names > 0 {
		left := playedOn("program", dossier.Say("program.left"), eval.ClopperPearson(f.left, f.names), 0)
		if f.left > 0 {
			left.Advise(dossier.Say("program.mask"))
		}
		r.Attacks = append(r.Attacks, left)
	}
	return nil
}

// numbers are those of the messages of the release in which texts stand.
func (o *attacking) numbers(texts []int) (out []int) {
	last, behind := 0, 0 // of the texts of the messages before
	for _, at := range texts {
		for ; behind <= at; last++ {
			behind += len(o.released[last].parts)
		}
		out = append(out, last)
	}
	return slices.Compact(out)
}

// rare counts threads that mention what nobody else does, those that two things, or up to four, single out
// together, and those that mention what fewer than five do.
func (r *attacks) rare(points said) {
	if len(points) < 2 {
		r.skip("rare: no threads and no authors; name the column with --thread-column or --author-column")
		return
	}
	r.bySaid("rare", "rare.what", "rare.advice", points, pointing, attack.Rare)
	r.bySaid("rare", "rare.pairs", "rare.advice", points, pointing, upTo(2))
	r.bySaid("rare", "rare.sets", "rare.advice", points, pointing, upTo(4))
	r.bySaid("rare", "rare.few", "rare.advice", points, pointing, fewer)
}

// upTo counts threads that so many things single out.
func upTo(most int) func(map[string][]string) attack.Guessed {
	return func(groups map[string][]string) attack.Guessed { return attack.Together(most, groups) }
}

// crowd is among how many threads a person is hidden by what they mention, at least.
const crowd = 5

// fewer counts threads that are among fewer than that.
func fewer(groups map[string][]string) attack.Guessed { return attack.FewerThan(crowd, groups) }

// joined counts threads that tell of what exactly one other tells of.
func (r *attacks) joined(joins said) {
	if len(joins) < 2 {
		r.skip("timeline, what two threads tell of: no threads and no authors; name the column with --thread-column " +
			"or --author-column")
		return
	}
	r.bySaid("timeline", "joined.what", "joined.advice", joins, joining, attack.Joined)
}

// bySaid is an attack on what threads mention. What lowers it is tried: one type after
// the other is masked, each time the one that leaves least, until it tells next to
// nobody.
func (r *attacks) bySaid(
	name, what, advice string, s said, types []bauta.Label, count func(map[string][]string) attack.Guessed,
) {
	bound := func(masked []string) eval.Bound {
		g := count(s.without(masked))
		return eval.ClopperPearson(g.Right, g.Of)
	}
	a := playedOn(name, dossier.Say(what), bound(nil), 0)
	var masked []string
	for last := a.Found; last.High > harmless && last.Events > 0; {
		least := -1
		for i, l := range types {
			if slices.Contains(masked, string(l)) {
				continue
			}
			if b := bound(append(slices.Clone(masked), string(l))); least < 0 || b.Events < last.Events {
				least, last = i, b
			}
		}
		masked = append(masked, string(types[least]))
		a.Lowers(dossier.Say("masked", strings.Join(masked, ", ")), last,
			dossier.Say(advice, strings.Join(needed(masked, bound), ", ")))
	}
	for i := range r.Attacks {
		if r.Attacks[i].Join(&a) {
			return
		}
	}
	r.Attacks = append(r.Attacks, a)
}

// needed leaves of the types that were masked one after the other those out without which no more is told.
func needed(masked []string, told func([]string) eval.Bound) []string {
	most := told(masked).Events
	for i := 0; i < len(masked); {
		if rest := slices.Delete(slices.Clone(masked), i, i+1); told(rest).Events <= most {
			masked = rest
			continue
		}
		i++
	}
	return masked
}

// wholeOriginal reads of what the release was made, message by message.
func (o *attacking) wholeOriginal(cmd *cobra.Command, messages []bauta.Message) ([]bauta.Message, error) {
	all, err := o.messages(cmd, o.original)
	was := flat(paired(all, o.released))
	if err == nil && len(was) != len(messages) {
		err = fmt.Errorf("%s: %d texts, and the release has %d; name the file of which it was made, %s",
			called(o.original), len(was), len(messages), ofWhom)
	}
	return was, err
}
