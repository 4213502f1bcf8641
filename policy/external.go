package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/detect/external"
	"github.com/bauta/bauta/text"
)

// External configures a detector that is no part of this program, a process or a
// server; see docs/formats/external.md.
type External struct {
	Name    string   `yaml:"name"`    // in reports; empty: that of the program or the host
	Command []string `yaml:"command"` // program and arguments, no shell; a path is beside the policy
	URL     string   `yaml:"url"`     // instead of Command
	Remote  bool     `yaml:"remote"`  // messages may leave this machine for URL
	Timeout string   `yaml:"timeout"` // such as 5s; empty: 10s
	Start   string   `yaml:"start"`   // for the first answer of Command, which has to get ready; empty: 1m
	Offsets string   `yaml:"offsets"` // rune (also when empty), byte or utf16
	// Labels says which of our types its labels stand for, "" for none.
	Labels map[string]bauta.Label `yaml:"labels"`
	// Calibration is a file made by bauta policy calibrate, beside the policy; without
	// one all that it finds is hidden.
	Calibration string  `yaml:"calibration"`
	Sure        float64 `yaml:"sure"` // probability from which a span is a find; 0: 0.5
	Ask         float64 `yaml:"ask"`  // from which it is a question; 0: 0.3
}

// Bounds of what a policy says of it.
const (
	longestName    = 40
	longestTimeout = 10 * time.Minute
	maxCalibration = 1 << 16
)

func (f *File) checkExternal() *fault {
	e := f.Detect.External
	if e == nil {
		return nil
	}
	const at = "detect.external"
	foreign := func(l bauta.Label) bool { return l != "" && !l.Known() }
	switch {
	case (len(e.Command) > 0) == (e.URL != ""):
		return wrong(at, "give command: [PROGRAM, ARGUMENT] or url: http://127.0.0.1:PORT/")
	case e.Remote && e.URL == "":
		return wrong(at+".remote", "is for url; a command runs on this machine")
	case !timely(e.Timeout):
		return wrong(at+".timeout", "give a time such as 5s, at most 10m")
	case !timely(e.Start):
		return wrong(at+".start", "give a time such as 1m, at most 10m")
	case !probable(e.Sure, e.Ask):
		return wrong(at, "sure and ask are probabilities, from 0 to 1")
	case e.Calibration == "" && e.Sure+e.Ask > 0:
		return wrong(at, "sure and ask need calibration, made by bauta policy calibrate; scores are no probabilities")
	case slices.ContainsFunc(slices.Collect(maps.Values(e.Labels)), foreign):
		return wrong(at+".labels", "what a label stands for is not known; docs/formats/policy.md has the 25 types")
	}
	if _, ok := e.unit(); !ok {
		return wrong(at+".offsets", "use rune, byte or utf16")
	}
	if len(e.Name) > longestName || strings.Trim(e.Name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return wrong(at+".name", "use small letters, digits, -, _ and ., at most 40")
	}
	return nil
}

// timely reports a time that can be waited for; "" is one.
func timely(s string) bool {
	d, err := time.ParseDuration(s)
	return s == "" || err == nil && d > 0 && d <= longestTimeout
}

// unit is what offsets count.
func (e *External) unit() (bauta.Unit, bool) {
	units := []bauta.Unit{bauta.Runes, bauta.Bytes, bauta.UTF16}
	i := slices.IndexFunc(units, func(u bauta.Unit) bool { return u.String() == e.Offsets })
	return units[max(i, 0)], i >= 0 || e.Offsets == ""
}

// called is its name in reports.
func (e *External) called() string {
	if e.Name != "" {
		return e.Name
	}
	if len(e.Command) > 0 {
		return filepath.Base(e.Command[0])
	}
	if at, err := url.Parse(e.URL); err == nil {
		return at.Host
	}
	return "server"
}

// away reports a URL on another machine, as far as its host says so.
func (e *External) away() bool {
	at, err := url.Parse(e.URL)
	if err != nil || e.URL == "" || at.Hostname() == "localhost" {
		return false
	}
	ip, err := netip.ParseAddr(at.Hostname())
	return err != nil || !ip.IsLoopback()
}

// path reports a program that is named by its path, not one that PATH has.
func (e *External) path() bool { return len(e.Command) > 0 && strings.ContainsAny(e.Command[0], `/\`) }

// asking is the configuration of the detector, without calibration.
func (f *File) asking() external.Config {
	e := f.Detect.External
	c := external.Config{
		Name: e.called(), Command: e.Command, Dir: filepath.Dir(f.path), URL: e.URL, Remote: e.Remote, Labels: e.Labels,
		Sure: e.Sure, Ask: e.Ask,
	}
	c.Offsets, _ = e.unit()
	c.Timeout, _ = time.ParseDuration(e.Timeout) // "" is 0, and Validate has read the rest
	c.Start, _ = time.ParseDuration(e.Start)
	return c
}

// external makes the detector. It starts nothing and connects to nobody.
func (f *File) external(b *Built) error {
	e := f.Detect.External
	if e == nil {
		return nil
	}
	c := f.asking()
	if e.Calibration != "" {
		path := f.beside(e.Calibration)
		data, err := bounded.File(path, maxCalibration)
		if err != nil {
			return err
		}
		if c.Calibration, err = external.ReadCalibration(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		b.note("calibration "+e.Calibration, data)
	}
	if b.kit.external == nil {
		return errors.New("detect.external is for programs that call Build; BuildWith links nothing that asks others")
	}
	det, err := b.kit.external(c)
	if err != nil {
		return f.placed(wrong("detect.external", "%v", err))
	}
	b.part("external detector "+c.Name, c.Digest())
	b.detect("external", det)
	return nil
}

// Calibrate asks the external detector of the policy about messages with gold, and gives
// the content of the file that detect.external.calibration names, and what was found
// in a line for people.
func (f *File) Calibrate(ctx context.Context, messages []bauta.Message, gold [][]bauta.Span) ([]byte, string, error) {
	if err := f.Validate(); err != nil {
		return nil, "", err
	}
	switch {
	case f.Detect.External == nil:
		return nil, "", errors.New("the policy asks no external detector, so there is nothing to calibrate; " +
			"name one under detect.external")
	case len(messages) != len(gold):
		return nil, "", errors.New("not as many lists of spans as messages")
	}
	list := make([]external.Labelled, len(messages))
	for i, m := range messages {
		d, err := text.Analyser{Lang: f.first(f.Language)}.Analyse(ctx, m)
		if err != nil {
			return nil, "", err
		}
		list[i] = external.Labelled{Doc: d, Gold: gold[i]}
	}
	c, found, err := external.Fit(ctx, f.asking(), list)
	if err != nil {
		return nil, "", err
	}
	data, err := json.MarshalIndent(c, "", "  ")
	told := fmt.Sprintf("%d messages: %d of %d spans of gold found whole; %d found, %d of them right; "+
		"mean squared error of scores %.3f, of probabilities %.3f (on messages that the curve was not fitted on)",
		c.Messages, found.Met, found.Gold, c.Spans, c.Right, found.Before, found.After)
	return append(data, '\n'), told, err
}
