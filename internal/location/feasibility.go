package location

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/logistic"
	"github.com/bauta/bauta/model"
)

// Vote is a message with the share of people who say that its place can be told.
type Vote struct {
	ID     string
	Author string
	Text   string
	Share  float64
}

// ReadVotes reads CSV, TSV or JSONL whose column (default "share") holds the
// share, 0 to 1.
func ReadVotes(in io.Reader, name string, cfg corpus.Config, column string) ([]Vote, error) {
	cfg.Columns.Thread = or(column, "share")
	r, err := corpus.Open(in, name, cfg)
	if err != nil {
		return nil, err
	}
	var out []Vote
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		v, err := strconv.ParseFloat(m.Thread, 64)
		if err != nil || !(v >= 0 && v <= 1) {
			return nil, fmt.Errorf("%s: message %q: the share of votes is not a number from 0 to 1; name its column "+
				"with --share-column", name, m.ID)
		}
		out = append(out, Vote{m.ID, m.Author, m.Text, v})
	}
	return out, nil
}

// Inferable is the share of votes from which a message counts as one whose
// place people can tell (section 6 of the paper).
const Inferable = 0.10

// Feasibility guesses whether people think that they can tell: class 1 is yes.
type Feasibility struct {
	Classifier
	Prior     []float64
	Segmenter string
	seg       Segmenter
}

func labels(vs []Vote) []int {
	y := make([]int, len(vs))
	for i, v := range vs {
		if v.Share >= Inferable {
			y[i] = 1
		}
	}
	return y
}

func voteWords(vs []Vote, by reader) ([][]string, error) {
	out := make([][]string, len(vs))
	for i, v := range vs {
		d, err := analyse(v.ID, v.Text)
		if err != nil {
			return nil, err
		}
		units, err := by.read(d)
		if err != nil {
			return nil, err
		}
		out[i] = flat(units)
	}
	return out, nil
}

// reader cuts messages as those that the model was learned from.
func (f *Feasibility) reader() reader { return reader{seg: f.seg, known: f.Vocabulary} }

// TrainFeasibility learns from votes; of the Config it reads Segmenter, MinCount
// (0 means 1), C, Jobs and MaxIter.
func TrainFeasibility(ctx context.Context, vs []Vote, seg Segmenter, c Config) (*Feasibility, learn.Report, error) {
	if len(vs) == 0 {
		return nil, learn.Report{}, errors.New("no votes; give messages with the share of people who say that the " +
			"place can be told")
	}
	f, least := &Feasibility{Segmenter: c.Segmenter, seg: seg}, max(1, c.MinCount)
	words, err := voteWords(vs, reader{seg: seg, plain: true})
	if err != nil {
		return nil, learn.Report{}, err
	}
	if words, err = voteWords(vs, reader{seg: seg, known: familiar(words, least)}); err != nil {
		return nil, learn.Report{}, err
	}
	f.Vocabulary, _ = learnVocabulary(words, least, false)
	if f.Vocabulary.Len() == 0 {
		return nil, learn.Report{}, errors.New("the messages hold no words")
	}
	if words, err = voteWords(vs, f.reader()); err != nil { // as whoever has the model reads them
		return nil, learn.Report{}, err
	}
	y := labels(vs)
	f.Prior = prior(y, 2)
	var report learn.Report
	f.Weights, report, err = logistic.Config{C: c.C, Jobs: c.Jobs, MaxIter: c.MaxIter}.Train(ctx,
		f.Vocabulary.matrix(words), y, 2)
	if errors.Is(err, logistic.ErrOneClass) {
		err = fmt.Errorf("all messages lie on one side of %.0f %% of the votes; both kinds are needed", 100*Inferable)
	}
	return f, report, err
}

// FourWay counts messages by what the machine and people can tell (Table 2 of
// the paper), and how often the feasibility model agrees with people.
type FourWay struct {
	Messages    int     `json:"messages"`
	Accuracy    float64 `json:"accuracy"`
	Majority    float64 `json:"majority"`
	Both        int     `json:"both"`
	HumanOnly   int     `json:"human_only"`
	MachineOnly int     `json:"machine_only"`
	Neither     int     `json:"neither"`
	Threshold   float64 `json:"threshold"` // of the machine; 0: no machine was asked
}

// Evaluate measures the model on votes; machine may be nil.
func (f *Feasibility) Evaluate(vs []Vote, machine *Model) (FourWay, error) {
	words, err := voteWords(vs, f.reader())
	if err != nil || len(vs) == 0 {
		return FourWay{}, errors.Join(err, noVotes(vs))
	}
	asked := words
	if machine != nil {
		if asked, err = voteWords(vs, machine.reader()); err != nil {
			return FourWay{}, err
		}
	}
	r := FourWay{Messages: len(vs)}
	yes := 0
	for i, y := range labels(vs) {
		if logistic.Best(f.Probabilities(words[i])) == y {
			r.Accuracy += 1 / float64(len(vs))
		}
		yes += y
		if machine == nil {
			continue
		}
		r.Threshold = machine.Threshold
		p := machine.Probabilities(asked[i])
		infer := float64(p[logistic.Best(p)]) >= machine.Threshold
		switch {
		case infer && y == 1:
			r.Both++
		case y == 1:
			r.HumanOnly++
		case infer:
			r.MachineOnly++
		default:
			r.Neither++
		}
	}
	r.Majority = float64(max(yes, len(vs)-yes)) / float64(len(vs))
	return r, nil
}

func noVotes(vs []Vote) error {
	if len(vs) == 0 {
		return errors.New("no votes to measure on")
	}
	return nil
}

// WriteText prints the table.
func (r FourWay) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "messages %d, accuracy %.3f (always the more frequent answer: %.3f)\n", r.Messages,
		r.Accuracy, r.Majority)
	if err == nil && r.Threshold > 0 {
		_, err = fmt.Fprintf(w, "                    machine can  machine cannot   (threshold %.3f)\npeople can     "+
			"     %11d  %14d\npeople cannot       %11d  %14d\n",
			r.Threshold, r.Both, r.HumanOnly, r.MachineOnly, r.Neither)
	}
	return err
}

// Write makes the bundle.
func (f *Feasibility) Write(dir string, man model.Manifest, card string) error {
	files, err := f.files(settings{Segmenter: f.Segmenter, Prior: f.Prior})
	if err != nil {
		return err
	}
	man.Kind, man.Version = FeasibilityKind, FormatVersion
	return model.Write(dir, man, card, files)
}

// OpenFeasibility opens a bundle.
func OpenFeasibility(b *model.Bundle, segs Segmenters) (*Feasibility, error) {
	f := &Feasibility{}
	s, err := f.open(b, FeasibilityKind)
	if err != nil {
		return nil, err
	}
	if f.Weights.Classes != 2 || len(s.Prior) != 2 {
		return nil, errBundle
	}
	f.Prior, f.Segmenter = s.Prior, s.Segmenter
	f.seg, err = segs.Open(s.Segmenter)
	return f, err
}
