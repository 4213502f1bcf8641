package dossier

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/plural"
)

// said is what a certificate says, for the page and for the terminal.
type said struct {
	Claim     string   // what is proved
	More      []string // what it rests on, sentence by sentence
	Facts     []fact
	Uncovered []string
}

// fact is a figure with its name.
type fact struct{ Name, Value string }

// speaker says things in one of the languages.
type speaker struct {
	lang    string
	phrases map[string]string
}

func (s speaker) say(key string, args ...any) string {
	return plural.Fill(s.lang, s.phrases[key], args...)
}

// share is a part of a whole, for people.
func (s speaker) share(x float64, format string) string { return s.decimal(fmt.Sprintf(format, 100*x)) }

// decimal is a number as the language writes it.
func (s speaker) decimal(number string) string {
	if s.lang == "en" {
		return number
	}
	number = strings.Replace(number, ".", ",", 1)
	if s.lang == "fr" {
		number = strings.Replace(number, " %", narrow+"%", 1)
	}
	return number
}

// colon parts a name from what it stands for, semicolon one thing from the next.
func (s speaker) colon() string     { return s.sign(":") }
func (s speaker) semicolon() string { return s.sign(";") }

func (s speaker) sign(of string) string {
	if s.lang == "fr" {
		of = spaced(s.lang, " "+of)
	}
	return of + " "
}

// narrow stands in French before signs of two parts and inside of its quotes: no line ends there.
const narrow = "\u202f"

var french = strings.NewReplacer(
	" :", narrow+":", " ;", narrow+";", " !", narrow+"!", " ?", narrow+"?",
	" »", narrow+"»", "« ", "«"+narrow,
)

// spaced is a sentence as its language sets its signs.
func spaced(lang, sentence string) string {
	if lang == "fr" {
		return french.Replace(sentence)
	}
	return sentence
}

// certificate is what a certificate says of a release with such columns beside its texts.
func (s speaker) certificate(c *audit.Certificate, beside []string) *said {
	out := &said{Claim: s.claim(c), Uncovered: s.uncovered(beside)}
	if len(beside) > 0 {
		out.Claim = s.say("texts.alone", strings.Join(beside, ", ")) + " " + out.Claim
	}
	if !c.Counts() {
		out.More = append(out.More, s.bound(c))
	}
	if c.Silent > 0 {
		out.More = append(out.More, s.say("silent", c.Silent))
	}
	if c.Unmarked > 0 {
		out.More = append(out.More, s.say("unmarked", c.Unmarked))
	}
	if w := c.Withdrawn; w != nil {
		out.More = append(out.More, s.withdrawn(w))
	}
	if n := len(c.Carried); n > 0 {
		out.More = append(out.More, s.say("carried", n, c.LooksCarried(), c.Looks))
	}
	out.More = append(out.More, s.reader(c))
	out.Uncovered = append(out.Uncovered, s.say("u.readers"))
	if other := c.Others(beside); len(other) > 0 {
		out.Uncovered = append(out.Uncovered, s.say("u.columns.other", strings.Join(other, ", ")))
	}
	if c.Nameless() {
		out.Uncovered = append(out.Uncovered, s.say("u.names"))
	}
	if c.Undo == "" {
		out.Uncovered = append(out.Uncovered, s.say("u.undo"))
	}
	if c.Told() {
		out.Uncovered = append(out.Uncovered, s.say("u.hidden", c.Names.Hidden))
	}
	if c.Foreign() {
		out.Uncovered = append(out.Uncovered, s.say("u.original"))
	}
	for _, p := range c.Carried {
		out.Facts = append(out.Facts, fact{s.say("past"), s.audit(p.Attempt, p.Looks, len(p.Leaks))})
	}
	out.Facts = append(out.Facts,
		fact{s.say("audit"), s.audit(c.Attempt, c.Looks, len(c.Leaks))},
		fact{s.say("limit"), s.share(c.Limit, "%.3g %%")},
		fact{s.say("who"), s.role(c.Role)},
	)
	if c.Seconds != nil {
		out.Facts = append(out.Facts, fact{s.say("seconds"), s.seconds(*c.Seconds)})
	}
	if c.Undo != "" {
		out.Facts = append(out.Facts, fact{s.say("undo"), s.say("undo." + c.Undo)})
	}
	if c.Amended > 0 {
		out.Facts = append(out.Facts, fact{s.say("amended"), strconv.Itoa(c.Amended)})
	}
	if w := c.Withdrawn; w != nil && w.Before != "" {
		out.Facts = append(out.Facts, fact{s.say("follows"), w.Before})
	}
	out.Facts = append(out.Facts, fact{s.say("key"), c.Public})
	return out
}

// withdrawn is what left since the audit and, where there is any, what was masked for it.
func (s speaker) withdrawn(w *audit.Withdrawal) string {
	said := s.say("withdrawn", w.Gone)
	if w.Changed > 0 {
		said += " " + s.say("withdrawn.masked", w.Changed)
	}
	return said
}

// seconds are those a look: who looks faster than a log counts is said to.
func (s speaker) seconds(a float64) string {
	if a < 1 {
		return "< 1"
	}
	return s.decimal(fmt.Sprintf("%.1f", a))
}

// reader says what whoever looked sees, and what of that is assumed.
func (s speaker) reader(c *audit.Certificate) string {
	if c.Canaries == 0 {
		return s.say("unread")
	}
	out := s.say("reader", c.Canaries, c.Seen) + " " + s.say("sees", s.share(c.Sees, "%.1f %%"))
	if c.Assumed() {
		out += " " + s.say("before", strconv.Itoa(c.MeasuredIn()), strconv.Itoa(c.Attempt))
	}
	return out
}

// audit is how an audit went.
func (s speaker) audit(number, looks, leaks int) string {
	return s.say("audit.n", strconv.Itoa(number), looks, leaks)
}

// role is what whoever looked is: the usual word in the language, another as it was written.
func (s speaker) role(role string) string {
	if known := s.phrases["role."+role]; known != "" {
		return known
	}
	return role
}

// unbound says that the certificate does not hold the report of the run.
func (s speaker) unbound() string { return s.say("u.report") }

// uncovered is what no look at the texts bounds.
func (s speaker) uncovered(beside []string) []string {
	columns := s.say("u.columns")
	if len(beside) > 0 {
		columns += " " + s.say("u.columns.named", strings.Join(beside, ", "))
	}
	return []string{s.say("u.style"), s.say("u.content"), s.say("u.meaning"), columns}
}

// WriteCertificate writes what a certificate that holds says, in a language of the page;
// beside are the columns of its release that nobody looked at.
func WriteCertificate(w io.Writer, lang string, c *audit.Certificate, beside []string) error {
	phrases, err := say(lang)
	if err != nil {
		return err
	}
	s := speaker{lang, phrases}
	of := s.certificate(c, beside)
	lines := append([]string{of.Claim}, of.More...)
	for _, u := range of.Uncovered {
		lines = append(lines, s.say("notcovered")+s.colon()+u)
	}
	for _, f := range append(of.Facts, fact{"bauta", c.Version + ", " + c.Made.Format(time.DateOnly)}) {
		lines = append(lines, f.Name+s.colon()+f.Value)
	}
	for i := range lines {
		lines[i] = strings.Map(harmless, lines[i])
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// Verified says that a certificate holds.
func Verified(lang string) (string, error) {
	phrases, err := say(lang)
	return phrases["verified"], err
}

// Bytes says whether a release that verifies is, byte for byte, the file that was certified; nil where the certificate
// does not tell.
func Bytes(lang string, same *bool) (string, error) {
	phrases, err := say(lang)
	key := "bytes.unknown"
	if same != nil {
		key = map[bool]string{true: "bytes.same", false: "bytes.other"}[*same]
	}
	return phrases[key], err
}

// harmless is a sign that steers no terminal: a certificate comes from others.
func harmless(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return '·'
	}
	return r
}
