package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/attack"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/internal/location"
)

// attacking plays what others would try on a release.
type attacking struct {
	auditing
	only     []string
	original string // of which the release was made
	released []entry
	// What the attack on places needs: the messages with their coordinates, their
	// columns, the cells, how words are cut, and categories to try in their place.
	placed, grid, segmenter, general string
	where                            location.Columns
}

// theAttacks are the attacks by name.
var theAttacks = dossier.Names()

func attackCommand() *cobra.Command {
	o := &attacking{}
	cmd := &cobra.Command{
		Use:   "attack RELEASE",
		Short: "what others would try on a release, how far it goes, and what lowers it",
		Long: `Plays attacks on a release, on your machine, each with a 95 % interval, what ` +
			`guessing
gives, and a sentence on what to do:
  style     who wrote a message, by how it is written: messages of each author in two halves (author column)
  timeline  messages whose time no other message has (time column); threads, or authors, that mention a date, an
            event or a place that exactly one other mentions, too
  program   what bauta finds when it is run over the release: names left, or invented ones (--original tells which)
  rare      threads, or authors, that mention a place, a firm, an age or the like that nobody else mentions, or
            fewer than five do, or two to four of these together
  frequency what stands for a word, by how often it stands there (needs --original, to tell who is right)
  place     where a message was written, by its words (needs --places and --grid)`,
		Example: "  bauta attack release.csv\n  bauta attack release.csv --only style,timeline --json\n" +
			"  bauta attack release.csv --only frequency --original sms.csv\n" +
			"  bauta attack release.csv --only place --places tweets.csv --grid grid.json",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", theAttacks, "attacks to play")
	f.StringVar(&o.original, "original", "", "file of which the release was made, for the attack by frequency")
	f.StringVar(&o.placed, "places", "", "file of which the release was made, with coordinates, for the attack on "+
		"places")
	f.StringVar(&o.grid, "grid", "", "with --places: the grid, made by bauta location grid")
	f.StringVar(&o.segmenter, "segmenter", "words", "with --places: how words are cut: words, or ja")
	f.StringVar(&o.general, "generalise", "", "with --places: CSV of place name and category, tried before deletion")
	f.StringVar(&o.where.Lat, "lat-column", "latitude", "with --places: column of the latitude, degrees")
	f.StringVar(&o.where.Lon, "lon-column", "longitude", "with --places: column of the longitude, degrees")
	f.MarkHidden("output")
	return cmd
}

// attacked is how one attack went, as the page about a release takes it.
type attacked = dossier.Attack

// attacks is what bauta attack says.
type attacks struct {
	Messages int           `json:"messages"`
	Release  *audit.Output `json:"release"`
	Attacks  []attacked    `json:"attacks"`
	Skipped  []string      `json:"skipped,omitempty"`
	// Messages, by number, in which the program finds names and, of these, such as the original has. They
	// are for the owner alone: no page has them.
	Named []int `json:"names_in,omitempty"`
	Left  []int `json:"left_in,omitempty"`
}

func (o *attacking) run(cmd *cobra.Command, name string) error {
	for _, a := range o.only {
		if !slices.Contains(theAttacks, a) {
			return errUsage{fmt.Errorf("--only %s; choose among %s", a, strings.Join(theAttacks, ", "))}
		}
	}
	if o.out != "" {
		return errUsage{errors.New("the attacks are printed; redirect standard output")}
	}
	all, err := o.auditing.messages(cmd, name)
	if err != nil {
		return err
	}
	r := &attacks{Messages: len(all), Release: audit.OutputOf(releaseOf(all))}
	messages := flat(all)
	o.released = all
	if slices.Contains(o.only, "style") {
		r.style(messages)
	}
	if slices.Contains(o.only, "timeline") {
		r.timeline(messages)
	}
	if slices.ContainsFunc(o.only, byFinds) {
		if err := o.found(cmd, messages, r); err != nil {
			return err
		}
	}
	if slices.Contains(o.only, "frequency") {
		if err := o.frequency(cmd, messages, r); err != nil {
			return err
		}
	}
	if slices.Contains(o.only, "place") {
		if err := o.place(cmd, messages, r); err != nil {
			return err
		}
	}
	return writeReport(cmd, r)
}

func (r *attacks) skip(format string, args ...any) {
	r.Skipped = append(r.Skipped, fmt.Sprintf(format, args...))
}

// sizes are how many messages the attacker knows of each author, and how many are
// asked about; the first that enough authors have is taken.
var sizes = [][2]int{{100, 20}, {50, 20}, {20, 10}, {10, 5}}

// fewestAuthors is how many say anything.
const fewestAuthors = 5

// nothing is the advice where an attack tells next to nobody.
var nothing = dossier.Say("nothing")

// wide is the advice where so little was tried that an attack may tell more than that.
var wide = dossier.Say("wide")

// harmless is the share of authors told at which splitting is enough.
const harmless = 0.1

// playedOn is how an attack went. That there is nothing to do follows from the upper end of the interval, not from what
// was seen: of few messages none is told by chance. What guessing tells, and two points more, no attack does.
func playedOn(name string, what dossier.Phrase, found eval.Bound, guessing float64) attacked {
	advice := nothing
	if found.High > max(harmless, guessing+placeMargin) {
		advice = wide
	}
	return dossier.NewAttack(name, what, found, guessing, advice)
}

// style plays the attack by style, and against authors split ever more finely.
func (r *attacks) style(messages []bauta.Message) {
	by := map[string]int{}
	var authors [][]string
	for _, m := range messages {
		if m.Author == "" || m.Field() != "" {
			continue
		}
		at, ok := by[m.Author]
		if !ok {
			at, by[m.Author] = len(authors), len(authors)
			authors = append(authors, nil)
		}
		authors[at] = append(authors[at], m.Text)
	}
	for _, s := range sizes {
		got := attack.Style(authors, s[0], s[1])
		if got.Authors < fewestAuthors {
			continue
		}
		guess := 1 / float64(got.Authors)
		a := playedOn("style", dossier.Say("style.what", strconv.Itoa(got.Authors-1), strconv.Itoa(s[0]),
			strconv.Itoa(s[1])), eval.ClopperPearson(got.First, got.Authors), guess)
		if a.Found.High > harmless {
			split(&a, authors)
		}
		r.Attacks = append(r.Attacks, a)
		if got.Authors > 20 { // of fewer all are among the first twenty
			twenty := playedOn("style", dossier.Say("style.twenty"), eval.ClopperPearson(got.Twenty, got.Authors),
				20*guess)
			if a.Advises.Key != nothing.Key {
				twenty.Advise(a.Advises)
			}
			r.Attacks = append(r.Attacks, twenty)
		}
		return
	}
	if len(authors) == 0 {
		r.skip("style: no message has an author; name the column with --author-column")
		return
	}
	r.skip("style: fewer than %d of the %d authors have %d messages, the fewest from which style tells", fewestAuthors,
		len(authors), sizes[len(sizes)-1][0]+sizes[len(sizes)-1][1])
}

// split tries new names for authors every n messages: whether two names of one author
// can be told to be one.
func split(a *attacked, authors [][]string) {
	a.Advise(dossier.Say("style.leave"))
	few := true // of so many authors even none who was told would show nothing
	if a.Found.Low <= a.Guessing {
		a.Advise(dossier.Say("style.few"))
	}
	for _, n := range []int{100, 50, 20, 10, 5, 2, 1} {
		got := attack.Style(authors, n, n)
		if got.Authors < fewestAuthors {
			continue
		}
		b := eval.ClopperPearson(got.First, got.Authors)
		few = few && eval.ClopperPearson(0, got.Authors).High > harmless
		if b.High > harmless {
			a.Try(every("style.tried", n), b)
		} else if a.Lowers(every("style.tried", n), b, every("style.split", n)) {
			return
		}
	}
	if few {
		a.Advise(dossier.Say("style.few"))
	}
}

// every is a phrase about new names every so many messages.
func every(key string, n int) dossier.Phrase {
	if n == 1 {
		return dossier.Say(key + ".one")
	}
	return dossier.Say(key, strconv.Itoa(n))
}

// timeline counts messages that their time singles out.
func (r *attacks) timeline(messages []bauta.Message) {
	var at []int64
	for _, m := range messages {
		if !m.Time.IsZero() && m.Field() == "" {
			at = append(at, m.Time.Unix())
		}
	}
	if len(at) == 0 {
		r.skip("timeline: no message has a time; name the column with --time-column")
		return
	}
	bound := func(step int64) eval.Bound {
		g := attack.Times(at, step)
		return eval.ClopperPearson(g.Right, g.Of)
	}
	a := playedOn("timeline", dossier.Say("timeline.what"), bound(1), 0)
	if a.Found.High > harmless {
		a.Advise(dossier.Say("timeline.leave"))
		coarser(&a, bound)
	}
	r.Attacks = append(r.Attacks, a)
}

// coarser tries times to the minute, the hour, the day, the week.
func coarser(a *attacked, bound func(step int64) eval.Bound) {
	for _, s := range []struct {
		what string
		step int64
	}{{"minute", 60}, {"hour", 3600}, {"day", 86_400}, {"week", 7 * 86_400}} {
		b := bound(s.step)
		if b.High > harmless {
			a.Try(dossier.Say("timeline."+s.what), b)
		} else if a.Lowers(dossier.Say("timeline."+s.what), b, dossier.Say("timeline.give."+s.what)) {
			return
		}
	}
}

// mostNumbers is how many messages are named by number; --json has all.
const mostNumbers = 50

// in names messages by their numbers.
func in(w io.Writer, numbers []int) {
	if len(numbers) == 0 {
		return
	}
	more := ""
	if n := len(numbers) - mostNumbers; n > 0 {
		numbers, more = numbers[:mostNumbers], fmt.Sprintf(" and %d others (--json has all)", n)
	}
	fmt.Fprintf(w, "  %s%s\n", byNumber("message", numbers), more)
}

// WriteText prints the attacks.
func (r *attacks) WriteText(w io.Writer) error {
	share := func(b eval.Bound) string {
		return fmt.Sprintf("%d of %d, %.1f %% (95 %%: "+
			"%.1f–%.1f)", b.Events, b.Trials, 100*b.Rate, 100*b.Low, 100*b.High)
	}
	fmt.Fprintf(w, "%d messages\n", r.Messages)
	last := ""
	for _, a := range r.Attacks {
		fmt.Fprintf(w, "\n%s: %s\n", a.Name, a.What)
		for _, s := range a.Same {
			fmt.Fprintf(w, "  as many %s\n", s.What)
		}
		fmt.Fprintf(w, "  %s; guessing %.1f %%\n", share(a.Found), 100*a.Guessing)
		for _, t := range a.Tried {
			fmt.Fprintf(w, "  %s: %s\n", t.What, share(t.Found))
		}
		if a.Says.Key == "program.what" {
			in(w, r.Named)
		} else if a.Says.Key == "program.left" {
			in(w, r.Left)
		}
		if a.Advice != last {
			fmt.Fprintf(w, "  what to do: %s\n", a.Advice)
		}
		last = a.Advice
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(w, "\nnot played: %s\n", s)
	}
	return nil
}
