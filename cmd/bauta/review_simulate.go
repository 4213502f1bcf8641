package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

type reviewSimulate struct {
	reviewImport
	gold, order string
	budget      float64
	curve, fit  bool
}

func reviewSimulateCommand() *cobra.Command {
	o := &reviewSimulate{}
	cmd := &cobra.Command{
		Use:     "simulate --gold FILE | STORE",
		Example: "  bauta review simulate --gold gold.jsonl --policy seekhide",
		Short:   "a perfect expert works through a gold corpus: decisions, keys, and the leak left",
		Long: `Plays an expert who is always right and spends as few decisions as the desk allows,
over messages with their gold; or, given a store, over its messages as they were
imported, where what people have decided is right. The store itself is not changed.
The queue by leak is played twice: as it learns from the answers, and fixed. --json
has the curve of names found, and words given back, by decisions.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.desk.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.gold, "gold", "", "messages with their spans (JSONL)")
	f.StringVar(&o.order, "order", "", "order of the queue: leak, frequency or random (default: all three)")
	f.Float64Var(&o.budget, "budget", 20, "decisions per 1,000 messages after which the expert stops; 0: when nothing "+
		"is left")
	f.BoolVar(&o.curve, "curve", false, "print names found, and words given back, by decisions")
	f.BoolVar(&o.fit, "fit", false, "fit the queue's weights to all that was decided, and print them")
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	f.StringVar(&o.lang, "lang", "", "language of messages that bring none (default: the policy's)")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	return cmd
}

func (o *reviewSimulate) run(cmd *cobra.Command, args []string) error {
	if (o.gold == "") == (len(args) == 0) {
		return errUsage{errors.New("review simulate takes a store, or --gold FILE")}
	}
	orders := []review.Order{review.ByLeak, review.ByFrequency, review.AtRandom}
	if o.order != "" {
		orders = []review.Order{review.Order(o.order)}
		if o.order != string(review.ByLeak) && o.order != string(review.ByFrequency) &&
			o.order != string(review.AtRandom) {
			return errUsage{fmt.Errorf("--order %s; use leak, frequency or random", o.order)}
		}
	}
	if len(args) == 1 {
		return o.onStore(cmd, args[0], orders)
	}
	built, err := o.reading.find()
	if err != nil {
		return err
	}
	truth, err := readTruth(o.gold, built.Pipeline)
	if err != nil {
		return err
	}
	o.offsets, o.onError, o.format = "rune", "stop", "auto"
	items, err := o.items(cmd, []string{o.gold}, built, nil)
	if err != nil {
		return err
	}
	return o.play(cmd, items, orders, truth)
}

// onStore plays over the messages of a store in which nothing is open.
func (o *reviewSimulate) onStore(cmd *cobra.Command, store string, orders []review.Order) error {
	s, p, err := o.both(cmd.Context(), store)
	if err != nil {
		return err
	}
	truth := map[string][]bauta.Span{}
	var items []review.Item
	for m, err := range s.Messages(cmd.Context(), p.ID) {
		if err != nil {
			return errors.Join(err, s.Close())
		}
		spans, open := review.Gold(&m)
		if open {
			continue
		}
		m.Message.ID = strconv.Itoa(len(items)) // one's own: a corpus may have an ID twice
		truth[m.Message.ID] = spans
		items = append(items, m.Item)
	}
	if err := s.Close(); err != nil {
		return err
	}
	if len(items) == 0 {
		return fmt.Errorf("%s: something is open in every message; decide first", shown(store))
	}
	each := func(yield func(review.Item, error) bool) {
		for _, it := range items {
			if !yield(it, nil) {
				return
			}
		}
	}
	return o.play(cmd, each, orders, func(m bauta.Message) []bauta.Span { return truth[m.ID] })
}

// play simulates every order, and prints what came of it.
func (o *reviewSimulate) play(
	cmd *cobra.Command, items iter.Seq2[review.Item, error], orders []review.Order, truth review.Truth,
) error {
	var all []review.Simulation
	for _, order := range orders {
		for _, fixed := range []bool{false, true} {
			if fixed && order != review.ByLeak {
				continue // nothing is learnt for it
			}
			one, err := o.simulate(cmd, items, order, fixed, truth)
			if err != nil {
				return err
			}
			one.Fixed = fixed
			all = append(all, one)
		}
	}
	return o.show(cmd, all)
}

// readTruth gives the spans of a gold file by message, without those that the
// policy leaves in clear on purpose.
func readTruth(name string, p *bauta.Pipeline) (review.Truth, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be opened; does it exist, and may you read it?", name)
	}
	defer f.Close()
	spans := map[string][]bauta.Span{}
	for g, err := range corpus.ReadGold(f, name) {
		if err != nil {
			return nil, err
		}
		for _, s := range g.Spans {
			if !p.Keeps(s) {
				spans[g.Message.ID] = append(spans[g.Message.ID], s)
			}
		}
	}
	return func(m bauta.Message) []bauta.Span { return spans[m.ID] }, nil
}

// simulate plays on a store of its own, which is gone afterwards.
func (o *reviewSimulate) simulate(
	cmd *cobra.Command, items iter.Seq2[review.Item, error], order review.Order, fixed bool, truth review.Truth,
) (out review.Simulation, err error) {
	dir, err := os.MkdirTemp("", "bauta-simulate-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	key := make([]byte, sqlstore.KeySize)
	rand.Read(key)
	s, err := sqlstore.Open(cmd.Context(), filepath.Join(dir, "store"), sqlstore.Config{Key: key, Fixed: fixed})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	p, err := s.CreateProject(cmd.Context(), review.Project{
		Slug: "simulation", Seed: "simulation", SecondAbove: review.SecondAbove,
	})
	if err != nil {
		return out, err
	}
	done, err := s.Import(cmd.Context(), p.ID, items)
	if err != nil {
		return out, err
	}
	most := 0
	if o.budget > 0 {
		most = max(1, int(o.budget*float64(done.Messages)/1000))
	}
	if out, err = review.Simulate(cmd.Context(), s, p.ID, 1, order, truth, most); err != nil || !o.fit {
		return out, err
	}
	fitted, n, err := s.Refit(cmd.Context(), p.ID)
	out.Fitted, out.Lessons = fitted.Weights(), n
	return out, err
}

func (o *reviewSimulate) show(cmd *cobra.Command, all []review.Simulation) error {
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(all)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "order\tmessages\twords\tdecisions\tper 1,000\tkeys\tper decision\tto half\tgold\tleaked\tnever "+
		"shown\tmasked beside\tasked\tnames\tleft by Enter\t")
	for i := range all {
		if s := &all[i]; s.Fixed {
			s.Order += " fixed"
		}
	}
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f\t%d\t%.2f\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", s.Order, s.Messages,
			s.Groups, s.Decisions, s.PerK, s.Keys, s.KeysPer,
			s.Half, s.Gold, s.Leaked, s.Missed, s.Overdue, s.Asked, s.AskedNames, s.ByEnter)
	}
	o.curves(w, all)
	return w.Flush()
}

// curves prints what was asked for beside the sums.
func (o *reviewSimulate) curves(w io.Writer, all []review.Simulation) {
	for _, s := range all {
		if o.curve {
			fmt.Fprintf(w, "\n%s\tdecisions\tnames found\twords given back\t\n", s.Order)
			for _, d := range s.Curve {
				fmt.Fprintf(w, "\t%d\t%d\t%d\t\n", d.Decisions, d.Names, d.Words)
			}
		}
		if len(s.Fitted) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\tweight\tfitted to %d words\t\n", s.Order, s.Lessons)
		for _, f := range s.Fitted {
			fmt.Fprintf(w, "\t%.2f\t%s\t\n", f.Weight, f.Of)
		}
	}
}
