package external

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Source is the source of the spans.
const Source = "external"

// Bounds of what is asked and answered.
const (
	Timeout   = 10 * time.Second // where a Config names none
	Start     = time.Minute      // as well
	maxAnswer = 8 << 20          // bytes
	maxSpans  = 100_000          // of an answer
	// giveUp is after how many messages in a row without an answer nobody is asked any
	// more: each may have cost the whole time-out.
	giveUp = 5
)

// Config says whom to ask, and how the answer is read.
type Config struct {
	Name    string   // in reasons and reports
	Command []string // a program and its arguments, without a shell; or
	Dir     string   // beside which a program lies that is named by a path with a slash
	URL     string   // what takes a POST
	Remote  bool     // the URL is not on this machine
	Timeout time.Duration
	Start   time.Duration // for the first answer of a program, which has to get ready
	Offsets bauta.Unit
	// Labels says which of our types the other's labels stand for, "" for none. Ours
	// need no saying.
	Labels map[string]bauta.Label
	// Calibration makes probabilities of scores; nil: all is hidden that is found.
	Calibration *Calibration
	// Sure is the probability from which a span is a find, Ask that from which it is a
	// question; below, it is left. Without a Calibration neither is looked at.
	Sure, Ask float64
}

// Digest identifies whom a Config asks and how the answer is read, all but how sure
// one must be: what a calibration is of.
func (c Config) Digest() string {
	data, err := json.Marshal(struct {
		Command []string
		URL     string
		Offsets string
		Labels  map[string]bauta.Label
	}{c.Command, c.URL, c.Offsets.String(), c.Labels})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// way is how a question comes to the detector and the answer back: take is given the
// answer, and an error of its is an error of ask. Errors hold nothing of either.
type way interface {
	ask(ctx context.Context, question []byte, take func(answer []byte) error) error
}

// Detector asks. It is safe for concurrent use.
type Detector struct {
	cfg   Config
	way   way
	asked atomic.Int64 // numbers of questions
	mute  atomic.Int64 // questions in a row without an answer
}

var _ bauta.Detector = (*Detector)(nil)

// New makes a detector. It starts nothing and connects to nobody.
func New(c Config) (*Detector, error) {
	c.Timeout, c.Start = cmp.Or(c.Timeout, Timeout), cmp.Or(c.Start, Start)
	c.Sure, c.Ask = cmp.Or(c.Sure, 0.5), cmp.Or(c.Ask, 0.3)
	d := &Detector{cfg: c}
	switch {
	case (len(c.Command) > 0) == (c.URL != ""):
		return nil, errors.New("give command, a program with its arguments, or url")
	case c.Calibration != nil && c.Calibration.Of != c.Digest():
		return nil, errors.New("the calibration is of another detector; run bauta policy calibrate again")
	case len(c.Command) > 0:
		program, err := c.program()
		if err != nil {
			return nil, err
		}
		d.way = newProcess(append([]string{program}, c.Command[1:]...), c.Timeout, max(c.Start, c.Timeout))
		return d, nil
	}
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, errors.New("url is not that of a server; write http://127.0.0.1:8090/")
	}
	if c.Remote && at.Scheme != "https" {
		return nil, errors.New("url is on another machine, and nothing hides the text on the way; write https://")
	}
	d.way = newWeb(at, c.Remote, c.Timeout)
	return d, nil
}

// program gives the path of the program: what is named by a path is nowhere else, and
// least of all in PATH.
func (c Config) program() (string, error) {
	name := c.Command[0]
	if strings.ContainsAny(name, `/\`) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.Dir, name)
		}
		whole, err := filepath.Abs(name)
		if err != nil {
			return "", errNoProgram
		}
		name = whole
	}
	at, err := exec.LookPath(name)
	if err != nil {
		return "", errNoProgram
	}
	return at, nil
}

var errNoProgram = errors.New("command names no program that can be run; give its path, beside the policy")

// question is what is asked about a message.
type question struct {
	Version int    `json:"bauta"` // of the protocol
	ID      int64  `json:"id"`
	Lang    string `json:"lang,omitempty"`
	Text    string `json:"text"`
}

// Detect asks about a document.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	found, err := d.found(ctx, doc)
	if err != nil {
		return nil, err
	}
	out := found[:0]
	for _, f := range found {
		f.Doubt = bauta.Sure
		if k := d.cfg.Calibration; k != nil {
			switch f.P = k.Probability(f.P); {
			case f.P < min(d.cfg.Ask, d.cfg.Sure):
				continue
			case f.P < d.cfg.Sure:
				f.Doubt = bauta.Ambiguous
			}
		} else {
			f.P = uncalibrated
		}
		out = append(out, f)
	}
	return out, nil
}

// uncalibrated is the probability of what is found without a calibration: who knows
// better what it is chooses the type.
const uncalibrated = 0.5

// found asks and gives what was said, with the scores that were said.
func (d *Detector) found(ctx context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	// It reads all languages at once: a message is not asked about again in another one.
	if strings.TrimSpace(doc.Text) == "" || doc.Main != "" {
		return nil, nil
	}
	if d.mute.Load() >= giveUp {
		return nil, fmt.Errorf("external detector %s has failed %d times in a row and is asked no more; "+
			"see that it runs, and start again", d.cfg.Name, giveUp)
	}
	q := question{1, d.asked.Add(1), doc.Lang, whole(doc.Text)}
	data, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("external detector %s: the question cannot be written", d.cfg.Name)
	}
	var spans []bauta.Span
	err = d.way.ask(ctx, append(data, '\n'), func(answer []byte) (bad error) {
		spans, bad = d.cfg.read(answer, q)
		return bad
	})
	switch {
	case ctx.Err() != nil: // who asked has gone; that says nothing of the detector
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %s, or %s of its start; give it longer with timeout or start",
			d.cfg.Timeout, d.cfg.Start)
	}
	if err != nil {
		d.mute.Add(1)
		return nil, fmt.Errorf("external detector %s: %w", d.cfg.Name, err)
	}
	d.mute.Store(0)
	return spans, nil
}

// whole gives a text that JSON can hold, of as many characters and bytes: a byte that
// is no UTF-8 becomes a question mark.
func whole(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	out := []byte(text)
	for i := 0; i < len(out); {
		r, size := utf8.DecodeRune(out[i:])
		if r == utf8.RuneError && size == 1 {
			out[i] = '?'
		}
		i += size
	}
	return string(out)
}
