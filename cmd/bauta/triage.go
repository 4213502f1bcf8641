package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/text"
)

func triageCommand() *cobra.Command {
	return group("triage", "the message classifier: which messages need anonymising, and which the expert must see",
		triageTrain(), triageEvaluate(), triageShow(), triageRank(), triageSelect())
}

// labelled are the options of the commands that read a corpus with labels.
type labelled struct {
	reading
	label string // column of the label in CSV and TSV
}

func (o *labelled) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.policy, "policy", "seekhide", "preset or policy file whose detectors read the messages")
	f.StringVar(&o.lang, "lang", "", "language of messages that bring none (default: the policy's)")
	f.StringVar(&o.format, "format", "auto", "auto, csv, tsv or jsonl (and text where no labels are needed)")
	f.StringVar(&o.columns.Text, "text-column", "", "column of the text, by name or number")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.label, "ta-column", "ta", "column of the label: true or false")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
}

// triageMessage is one message of a corpus, read.
type triageMessage struct {
	triage.Sample
	id      string
	label   bool // there is a label
	outcome bauta.Outcome
}

// triageCorpus is a corpus that the detectors have read.
type triageCorpus struct {
	messages []triageMessage
	built    *policy.Built
}

// load reads a corpus through the policy's detectors.
func (o *labelled) load(cmd *cobra.Command, name string, needLabels bool) (*triageCorpus, error) {
	file, err := policy.Load(o.policy)
	if err != nil {
		return nil, err
	}
	file.Verdict = policy.Verdict{} // the model is what is being made
	built, err := file.Build(policy.Options{Lang: o.lang, Pending: "withhold"})
	if err != nil {
		return nil, err
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c := &triageCorpus{built: built}
	var labels labelQueue
	messages, err := o.messages(in, name, needLabels, &labels)
	if err != nil {
		return nil, err
	}
	reader := triage.NewReader(triage.ReaderConfig{Lexicon: built.Lexicon, Lang: built.Lang, Weigh: built.Weigh})
	analyser := text.Analyser{Lang: built.Lang}
	for r, err := range built.Pipeline.Run(cmd.Context(), messages, o.jobs) {
		if err != nil {
			return nil, err
		}
		d, err := analyser.Analyse(cmd.Context(), r.Message)
		if err != nil {
			return nil, err
		}
		m := triageMessage{id: r.Message.ID, outcome: r.Outcome}
		m.Row = reader.Read(d, &r)
		if l := labels.next(); l != nil {
			m.label, m.TA = true, *l
		} else if needLabels {
			return nil, fmt.Errorf("%s: message %q has no label; give each message ta: true or false", name,
				r.Message.ID)
		}
		c.messages = append(c.messages, m)
	}
	if len(c.messages) == 0 {
		return nil, fmt.Errorf("%s: no messages; give a corpus", name)
	}
	return c, nil
}

// labelQueue are the labels of messages in order: put while the file is read, which runs
// ahead of what is done with the messages.
type labelQueue struct {
	mu   sync.Mutex
	list []*bool
}

func (q *labelQueue) put(label *bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, label)
}

// next takes the label of the next message; its message has been read.
func (q *labelQueue) next() *bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	label := q.list[0]
	q.list = q.list[1:]
	return label
}

// messages yields the messages of a file and puts the label of each.
func (o *labelled) messages(in io.Reader, name string, need bool, labels *labelQueue) (iter.Seq2[bauta.Message, error],
	error,
) {
	if o.format == "jsonl" ||
		o.format == "auto" && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson")) {
		return func(yield func(bauta.Message, error) bool) {
			for g, err := range corpus.ReadGold(in, name) {
				labels.put(g.TA)
				if err != nil { // of the file: it ends the run
					yield(bauta.Message{}, err)
					return
				}
				if !yield(g.Message, nil) {
					return
				}
			}
		}, nil
	}
	columns := o.columns
	if need {
		// The label travels in a field that nothing here looks at.
		columns.Author = o.label
	}
	r, err := corpus.Open(in, name, corpus.Config{Format: corpus.Format(o.format), Encoding: o.enc, Columns: columns})
	if err != nil {
		return nil, err
	}
	if need && (r.Format() == corpus.Text || r.Format() == corpus.CoNLL) {
		return nil, fmt.Errorf("%s: a file of format %s has no labels; give JSONL with ta, or CSV with a column ta",
			name, r.Format())
	}
	return func(yield func(bauta.Message, error) bool) {
		for m, err := range r.Messages() {
			var l *bool
			if err == nil && need {
				if l, err = labelOf(m.Author); err != nil {
					err = fmt.Errorf("%s: message %q: %w", name, m.ID, err)
				}
			}
			labels.put(l)
			if err != nil { // of the file: it ends the run
				yield(bauta.Message{}, err)
				return
			}
			if !yield(m, nil) {
				return
			}
		}
	}, nil
}

// labelOf reads a label; nil for an empty one.
func labelOf(s string) (*bool, error) {
	yes, no := true, false
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "":
		return nil, nil
	case "true", "1", "ta", "yes", "oui":
		return &yes, nil
	case "false", "0", "nta", "no", "non":
		return &no, nil
	}
	return nil, errors.New("the label is neither true nor false; check --ta-column")
}

// samples are the rows of the messages.
func (c *triageCorpus) samples() []triage.Sample {
	out := make([]triage.Sample, len(c.messages))
	for i, m := range c.messages {
		out[i] = m.Sample
	}
	return out
}

// openTriage opens a model by name or folder; "" is the one that comes with the
// program for a language.
func openTriage(name, lang string) (*triage.Model, error) {
	if name == "" {
		if lang == "" {
			lang = "fr"
		}
		name = "triage-" + lang
	}
	b, err := openBundle(name)
	if err != nil {
		return nil, err
	}
	return triage.Open(b)
}
