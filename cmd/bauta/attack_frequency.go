package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/attack"
	"github.com/bauta/bauta/internal/dossier"
)

// frequency plays the attack by how often names are borne, which needs the original to
// tell who is right.
func (o *attacking) frequency(cmd *cobra.Command, messages []bauta.Message, r *attacks) error {
	if o.original == "" {
		r.skip("frequency: give --original FILE, of which the release was made")
		return nil
	}
	before, err := o.wholeOriginal(cmd, messages)
	if err != nil {
		return err
	}
	var all []attack.Mention
	threads := map[string][]attack.Mention{}
	left := 0
	for i, m := range messages {
		if m.Field() != "" {
			continue
		}
		pairs, aligned := attack.Replaced(before[i].Text, m.Text)
		if !aligned {
			left++
		}
		all = append(all, pairs...)
		if m.Thread != "" {
			threads[m.Thread] = append(threads[m.Thread], pairs...)
		}
	}
	if len(all) == 0 {
		r.skip("frequency: no word of the original was replaced by one other word")
		return nil
	}
	r.Attacks = append(r.Attacks, byFrequency(all, threads, left))
	return nil
}

// byFrequency is how far the attack goes, and how far if each thread stood for itself.
func byFrequency(all []attack.Mention, threads map[string][]attack.Mention, left int) attacked {
	whole := [][]attack.Mention{all}
	what := dossier.Say("frequency.what")
	if left > 0 {
		what = dossier.Say("frequency.left", strconv.Itoa(left))
	}
	a := playedOn("frequency", what, ranked(whole), attack.Commonest(whole).Share())
	if a.Found.High <= harmless {
		return a
	}
	a.Advise(dossier.Say("frequency.marks"))
	if len(threads) < 2 {
		return a
	}
	var each [][]attack.Mention
	for _, name := range slices.Sorted(maps.Keys(threads)) {
		each = append(each, marked(threads[name]))
	}
	b := ranked(each)
	if b.High < a.Found.Low || b.High <= harmless {
		a.Lowers(dossier.Say("frequency.tried"), b, dossier.Say("frequency.thread"))
	} else {
		a.Try(dossier.Say("frequency.tried"), b)
	}
	return a
}

// marked are mentions as if their thread had marks of its own, whatever the release
// wrote: numbers in the order in which words appear, which tell nothing of the word.
func marked(thread []attack.Mention) (out []attack.Mention) {
	marks := map[string]string{}
	for _, m := range thread {
		if marks[m.Was] == "" {
			marks[m.Was] = fmt.Sprintf("#%09d", len(marks))
		}
		out = append(out, attack.Mention{Was: m.Was, Now: marks[m.Was]})
	}
	return out
}

// ranked bounds the share told. Mentions of one name are told together, so the interval
// is that of as many as are apart.
func ranked(scopes [][]attack.Mention) eval.Bound {
	g, n := attack.Ranks(scopes), max(1, attack.Apart(scopes))
	b := eval.ClopperPearson(int(math.Round(g.Share()*float64(n))), n)
	b.Events, b.Trials, b.Rate = g.Right, g.Of, g.Share()
	return b
}
