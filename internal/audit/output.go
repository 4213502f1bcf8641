package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bauta/bauta/internal/jsontext"
)

// Output is the release that a report is of: what a run wrote, or what attacks were
// played on.
type Output struct {
	Digest   string `json:"digest"` // of Release.Sum
	Messages int    `json:"messages"`
}

// OutputOf names a release; nil where there is none.
func OutputOf(r Release) *Output {
	if r == nil {
		return nil
	}
	return &Output{r.Sum(), len(r)}
}

var (
	errNameless = errors.New("names no release: it was not made of one file or folder, or by an older program; make " +
		"it anew, and the release with -o FILE")
	errOther = errors.New("is of another release")
)

// Of holds what a report names against a release.
func (o *Output) Of(r Release) error { return o.Same(OutputOf(r)) }

// Same holds what a report names against what another one does.
func (o *Output) Same(other *Output) error {
	switch {
	case o == nil || other == nil || o.Digest == "":
		return errNameless
	case o.Messages != other.Messages:
		return fmt.Errorf("%w, of %d messages and not %d; give the one that was made with this release", errOther,
			o.Messages, other.Messages)
	case o.Digest != other.Digest:
		return fmt.Errorf("%w of as many messages; give the one that was made with this release, and name the "+
			"columns as there", errOther)
	}
	return nil
}

// ErrReport says that a certificate has a report that is not of its release.
var ErrReport = errors.New("the report of the run")

// reported holds the report in a certificate against its release. After a withdrawal the
// report is that of the release before, and says no more which that was.
func (c *Certificate) reported() error {
	if len(c.Report) == 0 && c.Original == "" {
		return nil
	}
	var run struct {
		Release *Output `json:"release"`
		Input   *Input  `json:"input"`
	}
	err := jsontext.Exact(c.Report, &run)
	switch {
	case err != nil:
		return fmt.Errorf("%w is none", ErrReport)
	case c.follows() && run.Release == nil:
		return nil
	case c.Original != "" && (run.Input == nil || run.Input.Digest != c.Original):
		return fmt.Errorf("%w read another file than the one of which canaries were made", ErrReport)
	}
	if err := run.Release.Same(&Output{c.Release, c.N + c.Silent}); err != nil {
		return fmt.Errorf("%w %w", ErrReport, err)
	}
	if found, known := Found(c.Report); known && !c.counted() && c.Names.hidden() > found {
		return fmt.Errorf("%w found %d names and other details, fewer than the %d that the audit takes to be hidden; "+
			"audit anew with --unit name and the right number", ErrReport, found, c.Names.hidden())
	}
	return nil
}

// counted reports whether a desk counted what is hidden.
func (c *Certificate) counted() bool { return c.Desk != "" }

// Told reports a number of hidden names that no report bears out: it is as whoever audited said.
func (c *Certificate) Told() bool {
	_, known := Found(c.Report)
	return c.ByNames() && !known && !c.counted()
}

// Found is how many finds a report says were hidden, or are open; false where it says none of it.
func Found(report []byte) (n int, known bool) {
	var run struct {
		Fates map[string]struct {
			Removed  int `json:"removed"`
			Replaced int `json:"replaced"`
			Asked    int `json:"asked"`
		} `json:"fates"`
	}
	if len(report) == 0 || json.Unmarshal(report, &run) != nil || run.Fates == nil {
		return 0, false
	}
	for _, f := range run.Fates {
		n += max(0, f.Removed) + max(0, f.Replaced) + max(0, f.Asked)
	}
	return n, true
}

// ReportDigest names a report, whatever its spaces, the order of its members, and its salt; ""
// for none. Two members of one name make another report.
func ReportDigest(report []byte) string {
	if len(report) == 0 {
		return ""
	}
	open, err := unsalted(report)
	if err != nil {
		return "none"
	}
	var all any
	dec := json.NewDecoder(bytes.NewReader(open))
	dec.UseNumber()
	if dec.Decode(&all) != nil {
		return "none"
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return "none"
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// errAltered is of a report of another run, or that somebody changed.
var errAltered = errors.New("is not the one in the certificate; give that of the run that was certified, as it was " +
	"written")

// Bears holds a report against the one in the certificate; of one without any nothing
// binds the counts of a report.
func (c *Certificate) Bears(report []byte) error {
	if len(c.Report) > 0 && ReportDigest(c.Report) != ReportDigest(report) {
		return errAltered
	}
	return nil
}

// OfBefore reports a certificate of what a withdrawal left whose report is that of the release before. A
// desk makes another one, of what is left.
func (c *Certificate) OfBefore() bool {
	var run struct {
		Release *Output `json:"release"`
	}
	return c.follows() && len(c.Report) > 0 && json.Unmarshal(c.Report, &run) == nil && run.Release == nil
}

// Left holds the report of a run against the certificate of what a withdrawal left of its
// release: it is the one in that certificate, where it names no release any more.
func (c *Certificate) Left(report []byte) error {
	if !c.follows() || len(c.Report) == 0 {
		return errOther
	}
	was, err := nameless(report)
	if err != nil || !bytes.Equal(was, c.Report) {
		return fmt.Errorf("%w than the one that the certificate followed from; give the report that was certified",
			errOther)
	}
	return nil
}

// follows reports that a withdrawal came since the run whose report a certificate may have.
func (c *Certificate) follows() bool { return c.Withdrawn != nil || c.Earlier }

// nameless is a report that names its release and its input no more: their digests would
// tell what is not in the rest of it.
func nameless(report json.RawMessage) (json.RawMessage, error) {
	if len(report) == 0 {
		return report, nil
	}
	var fields map[string]json.RawMessage
	if err := jsontext.Exact(report, &fields); err != nil {
		return nil, err
	}
	delete(fields, "release")
	delete(fields, "input")
	return json.Marshal(fields)
}
