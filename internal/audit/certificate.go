package audit

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/jsontext"
)

// Certificate says what a release may still hold. Whoever has the release can check it
// without the program's word for anything: the digest, the signature, and the bound,
// which follows from the looks.
type Certificate struct {
	Version string    `json:"version"` // of the program
	Made    time.Time `json:"made"`
	Release string    `json:"release"`         // digest, whatever the order of the messages
	Desk    string    `json:"desk,omitempty"`  // digest of the form in which a desk showed it
	Marks   []byte    `json:"marks"`           // the beginning of the digest of each message
	Limit   float64   `json:"limit"`           // of N messages at most this share leaks, fixed before the first look
	Names   *Names    `json:"names,omitempty"` // where Limit is a share of what had to go instead
	Level   Level     `json:"level"`           // the chance that this is wrong, at most
	N       int       `json:"n"`
	Silent  int       `json:"left_out,omitempty"` // messages beside the N in which nothing can be read
	Seed    string    `json:"seed"`               // of the order in which messages were looked at
	Attempt int       `json:"attempt"`
	OneLook bool      `json:"one_look,omitempty"`
	// Carried are the audits of the release as it was before it changed, where only what
	// has changed since was looked at in the last one: so many places of messages.
	Carried []Pass `json:"carried,omitempty"`
	Again   int    `json:"looked_again,omitempty"`
	Looks   int    `json:"looks"`
	Leaks   []int  `json:"leaks_at"` // looks that found a leak, from 1
	Amended int    `json:"amended"`  // marks changed afterwards
	// Unmarked are leaks that somebody said were none afterwards: they count as leaks.
	Unmarked int `json:"unmarked,omitempty"`
	// Canaries are messages in which a name was put back, unknown to the reader, who
	// saw so many of them: Sees is the least share of leaks that are seen.
	Canaries int `json:"canaries"`
	Seen     int `json:"canaries_seen"`
	Measured int `json:"canaries_in_audit,omitempty"` // shown in the audit of that number; 0: in the first
	// Original is the file of which they were made, where that is what the run of Report read.
	Original  string      `json:"original,omitempty"`
	Sees      float64     `json:"sees"`
	Wealth    float64     `json:"wealth"`
	Enough    float64     `json:"wealth_needed"`
	Most      int         `json:"most_messages"`     // that leak, as Limit has it
	Log       string      `json:"log,omitempty"`     // the last line of the log, by its hash; not at a desk
	Role      string      `json:"role"`              // of who looked; no name
	Seconds   *float64    `json:"seconds,omitempty"` // a look, the middle one, where that is known
	Withdrawn *Withdrawal `json:"withdrawn,omitempty"`
	// Undo says who can undo what stands in the place of names: "none", or "key", whoever has
	// that; empty where nothing says what was written. What anybody undoes is not certified.
	Undo string `json:"undo,omitempty"`
	// Beside are columns of the file that stand beside its texts, of Columns in all: nobody looked
	// at them, and a file with another one is not the one that was certified. Header is the
	// digest of the names of all, empty in certificates of older programs.
	Beside  []string `json:"columns_beside,omitempty"`
	Columns int      `json:"columns,omitempty"`
	Header  string   `json:"columns_digest,omitempty"`
	File    string   `json:"file_digest,omitempty"` // of what is packed, or a folder, byte for byte
	// Bytes is the digest of any other file. Another file with the same messages is the same release: verify says which
	// of both it is.
	Bytes string `json:"bytes_digest,omitempty"`
	// Report is the report of the run that made the release: policy, models, counts. It
	// names that release.
	Report json.RawMessage `json:"report,omitempty"`
	// Earlier: a withdrawal came before the last audit, and Report is that of the release before it.
	Earlier   bool     `json:"report_of_before,omitempty"`
	Uncovered []string `json:"not_covered"`
	Public    string   `json:"public_key"`
	Signature string   `json:"signature"`
}

// uncovered is what no look at messages one by one can bound.
var uncovered = []string{
	"style: who wrote a message can be told from how it is written",
	"content: what is told may point to a person though no name is left",
	"meaning: whether what is left still means what it meant",
	"other columns than the text: they were not looked at",
	"readers: leaks that are harder to see than the canaries are missed more often than those",
}

// Key makes the key that signs from what a key file holds.
func Key(secret []byte) ed25519.PrivateKey {
	seed := sha256.Sum256(append([]byte("bauta certificate v1\x00"), secret...))
	return ed25519.NewKeyFromSeed(seed[:])
}

// The reasons for which there is no certificate.
var (
	ErrNotProved = errors.New("the limit is not proved yet")
	ErrChanged   = errors.New("the release is not the one that was looked at")
	// ErrBare is of masks that hide nothing.
	ErrBare = errors.New("the policy writes what anybody can undo, such as the numbers of names in a public list; " +
		"take one that does not, and audit what it writes")
)

// Certify makes and signs the certificate of a release that was audited. Where that was
// looked at in another form, as at the desk, looked is that form, and whoever signs
// says that what is hidden in it is hidden in the release. c.Withdrawn, where it is given, says how
// many messages of looked have changed since a withdrawal; the rest of it follows.
func (l *State) Certify(looked, r Release, key ed25519.PrivateKey, c Certificate) (*Certificate, error) {
	s := l.Standing()
	switch {
	case c.Undo == Anybody.String():
		return nil, ErrBare
	case s.Attempt == 0 || !s.Proved:
		return nil, ErrNotProved
	case len(r) != len(looked) || !l.leaves(looked, &c):
		return nil, ErrChanged
	}
	c.Release, c.Marks, c.Seed = r.Sum(), r.Marks(), l.Seed
	c.N, c.Silent = looked.Counted(), looked.Left()
	if now := looked.Sum(); c.Release != now {
		c.Desk = now
	}
	c.Limit, c.Level, c.Attempt, c.OneLook, c.Names = l.Limit, l.Risk(), l.Attempt, l.OneLook, l.Names
	c.Looks, c.Leaks, c.Amended, c.Unmarked = s.Looks, s.Leaks, l.Amended, l.Unmarked
	c.Canaries, c.Seen, c.Sees, c.Measured = s.Canaries, s.Recognised, s.Sees, s.Measured
	c.Wealth, c.Enough, c.Most = s.Wealth, s.Enough, c.most(l.Begin.Test())
	if l.Part != nil {
		c.Carried, c.Again = l.past, l.places()
	}
	if math.IsInf(c.Wealth, 1) {
		c.Wealth = math.MaxFloat64
	}
	c.Uncovered = append(slices.Clone(uncovered), c.assumed()...)
	if err := l.report(&c); err != nil {
		return nil, err
	}
	return c.sign(key)
}

// sign signs a certificate as it stands.
func (c Certificate) sign(key ed25519.PrivateKey) (*Certificate, error) {
	c.Public = hex.EncodeToString(key.Public().(ed25519.PublicKey))
	raw, err := c.signed()
	if err != nil {
		return nil, err
	}
	c.Signature = hex.EncodeToString(ed25519.Sign(key, raw))
	return &c, nil
}

// signed is what the signature is of.
func (c Certificate) signed() ([]byte, error) {
	c.Signature = ""
	return json.Marshal(c)
}

// maxCertificate bounds the file of a certificate.
const maxCertificate = 64 << 20

// Write writes a certificate as a file.
func (c *Certificate) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(c)
}

// Read reads a certificate; it proves nothing before Verify.
func Read(r io.Reader) (*Certificate, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxCertificate+1))
	if err != nil {
		return nil, err
	}
	c := &Certificate{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if len(raw) > maxCertificate || jsontext.Exact(raw, new(Certificate)) != nil || dec.Decode(c) != nil {
		return nil, errors.New("is no certificate of this program")
	}
	if len(c.Report) > 0 {
		var flat bytes.Buffer
		if json.Compact(&flat, c.Report) == nil {
			c.Report = flat.Bytes()
		}
	}
	return c, nil
}

// Verify checks a certificate against a release: its signature, by the key that it
// names, that the bound follows from the looks, and that the release is the one.
func (c *Certificate) Verify(r Release) error {
	if err := c.holds(); err != nil {
		return err
	}
	if r.Sum() == c.Release && c.counts(r) {
		return nil
	}
	return c.differs(r)
}

// counts reports whether a release has as many messages as a certificate says. At a desk those are
// counted as they were looked at: of a message that is hidden as a whole signs may leave.
func (c *Certificate) counts(r Release) bool {
	return len(r) == c.N+c.Silent && (c.Desk != "" || r.Counted() == c.N)
}

// holds checks all that can be checked without the release.
func (c *Certificate) holds() error {
	for _, check := range []func() error{c.Signed, c.proves, c.reported} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// differs says where a release is not the one of the certificate: which of its messages were
// not looked at, and which of those that were are not in it.
func (c *Certificate) differs(r Release) error {
	other, gone := r.Strangers(c.Marks, len(r)), r.Missing(c.Marks)
	var says []string
	if len(r) != c.N+c.Silent {
		says = append(says, fmt.Sprintf("%d messages instead of %d", len(r), c.N+c.Silent))
	} else if r.Sum() == c.Release {
		says = append(says, fmt.Sprintf("%d of its messages have something to read, and not %d", r.Counted(), c.N))
	}
	if len(other) > few && len(other) == len(r) {
		says = append(says, "none of its messages is in what was looked at; name the columns as for bauta audit draw "+
			"(--text-column, --id-column, --thread-column, --author-column), or audit it again")
		return fmt.Errorf("%w; %s", ErrChanged, strings.Join(says, "; "))
	}
	if len(other) > 0 {
		says = append(says, which(other)+" of the file "+are(other)+" not in what was looked at")
	}
	if len(gone) > 0 && !slices.Equal(gone, other) { // the same numbers are messages that were changed
		says = append(says, which(gone)+" of what was looked at "+are(gone)+" not in the file")
	}
	return fmt.Errorf("%w; %s", ErrChanged, strings.Join(append(says, "audit it again"), "; "))
}

// few is how many messages are named by number.
const few = 10

// which names messages by number.
func which(numbers []int) string {
	if len(numbers) == 1 {
		return fmt.Sprintf("message %d", numbers[0])
	}
	more := ""
	if n := len(numbers) - few; n > 0 {
		numbers, more = numbers[:few], fmt.Sprintf(" and %d others", n)
	}
	return "messages " + strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]") + more
}

func are(numbers []int) string {
	if len(numbers) == 1 {
		return "is"
	}
	return "are"
}

// Signed checks the signature, by the key that the certificate names.
func (c *Certificate) Signed() error {
	key, err := hex.DecodeString(c.Public)
	sig, err2 := hex.DecodeString(c.Signature)
	raw, err3 := c.signed()
	if err := errors.Join(err, err2, err3); err != nil || len(key) != ed25519.PublicKeySize ||
		c.Signature != hex.EncodeToString(sig) || !ed25519.Verify(key, raw, sig) {
		return errors.New("the signature does not fit: somebody changed the certificate")
	}
	return nil
}

// Test is the claim that was put to the proof, of a reader who sees as much as the canaries
// say.
func (c *Certificate) Test() Test {
	t := TestOf(c.Looked(), c.Limit, c.Names, c.OneLook)
	t.Sees = c.Sees
	return t
}

// ByNames reports whether the certificate says how many names are left: names are its
// unit, and no withdrawal, which does not say how many of them went, came after it.
func (c *Certificate) ByNames() bool { return c.Names != nil && c.Withdrawn == nil }

// LooksCarried is how many looks of earlier audits are carried on.
func (c *Certificate) LooksCarried() int { return looksOf(c.Carried) }

// AllLooks is how many looks the certificate rests on.
func (c *Certificate) AllLooks() int { return c.Looks + c.LooksCarried() }

// MostNames is how many names are left at most, counting those of a message as Names
// says, where the certificate is ByNames.
func (c *Certificate) MostNames() int { return c.Test().Least() - 1 }

// All reports whether every message was looked at, in the last audit or in one that is carried on: nothing was left to
// the draw.
func (c *Certificate) All() bool {
	places := c.Test().N
	if len(c.Carried) > 0 {
		places = c.Again
	}
	return c.Looks == places && all(c.Carried)
}

// Counts reports whether what is left was counted, and is not bounded: every message was looked at, by a reader who
// is taken to see everything, none changed since, and what was found before the last audit was masked.
func (c *Certificate) Counts() bool {
	stood := slices.ContainsFunc(c.Carried, func(p Pass) bool { return p.Found < len(p.Leaks) })
	return c.All() && c.Canaries == 0 && c.Withdrawn == nil && !stood
}

// MeasuredIn is the number of the audit in which the reader was measured; 0 for none.
func (c *Certificate) MeasuredIn() int {
	if c.Canaries == 0 {
		return 0
	}
	return max(1, c.Measured)
}

// Foreign reports that nothing shows whether canaries were made of the file that the run read:
// of another one they may be easier to see. A desk makes them of what it holds.
func (c *Certificate) Foreign() bool { return c.Canaries > 0 && c.Original == "" && c.Desk == "" }

// Assumed reports that whoever looked was not measured in the last audit, but in one
// before, or never: that they see as much as then, or all, is assumed.
func (c *Certificate) Assumed() bool { return c.MeasuredIn() < c.Attempt }

// assumed is what is assumed of what was written, and of whoever looked.
func (c *Certificate) assumed() (out []string) {
	if c.Undo == "" {
		out = []string{"masks: no report of the run says what stands in the place of names, and whether anybody can " +
			"undo it"}
	}
	switch {
	case c.Canaries == 0:
		return append(out, "the reader: not measured; that nothing was overlooked is assumed")
	case c.Assumed():
		return append(out, fmt.Sprintf("the reader: no canaries were shown in audit %d; that whoever looked was as "+
			"careful as in audit %d is assumed", c.Attempt, c.MeasuredIn()))
	}
	return out
}

// claim is what the last audit put to the proof.
func (c *Certificate) claim() claim {
	return claimOf(c.Test(), c.Carried, c.Again, c.Level, c.MeasuredIn())
}

// Last is the claim of the last audit: of the part that has changed, where that alone
// was looked at.
func (c *Certificate) Last() Test { return c.claim().Test }

// possible reports whether what a certificate says can have been.
func (c *Certificate) possible() bool {
	n, attempt := c.Looked(), c.Attempt
	sound := c.Level.Sound() && c.Names.Sound(n) && c.Withdrawn.fits(c.N)
	if !c.thinkable() || n > maxCertificate/short || !sound || len(c.Carried) > mostPasses {
		return false
	}
	for i := range slices.Backward(c.Carried) {
		if !c.Carried[i].sound(attempt) || c.Carried[i].N > maxCertificate {
			return false
		}
		attempt = c.Carried[i].Attempt
	}
	if c.MeasuredIn() > attempt { // a part measures nobody
		return false
	}
	most := c.Test().N
	if len(c.Carried) > 0 {
		most = min(most, c.Again)
	}
	return c.Again >= 0 && c.Looks <= most
}

// thinkable reports numbers and words that a certificate may have, each for itself.
func (c *Certificate) thinkable() bool {
	counts := c.N >= 1 && c.Limit > 0 && c.Limit < 1 && c.Attempt >= 1 && c.Looks >= 0
	counts = counts && c.Silent >= 0 && c.Measured >= 0 && c.Measured <= c.Attempt
	return counts && slices.Contains([]string{"", Nobody.String(), Keyholder.String()}, c.Undo)
}

// proves computes the bound anew.
func (c *Certificate) proves() error {
	wrong := func(what string) error { return fmt.Errorf("%s does not follow from the looks", what) }
	if !c.possible() {
		return errors.New("what the certificate says cannot be")
	}
	if c.Seen < 0 || c.Seen > c.Canaries || math.Abs(c.Level.Sees(c.MeasuredIn(), c.Seen, c.Canaries)-c.Sees) > 1e-9 {
		return wrong("what the reader sees")
	}
	if !rising(c.Leaks, c.Looks) {
		return wrong("the number of leaks")
	}
	last := c.claim()
	if last.wealth(c.Looks, c.Leaks) < 1/c.Level.Alpha(c.Attempt, c.MeasuredIn()) || c.Most != c.most(c.Test()) {
		return wrong("the bound")
	}
	return nil
}
