package main

import (
	"cmp"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

// drawing hands out messages of a release to be looked at.
type drawing struct {
	auditing
	original string
	report   string // of the run, against which the original is held
	ran      string // digest of that
	found    int    // by that; 0: not known
	before   string // the release that was looked at before it changed
	terms
	number  int
	again   bool
	oneLook bool
	anew    bool // another audit of the same release
	unit    auditUnit

	messages []entry
	aside    []string            // columns and fields of the release that are in no sheet
	whole    string              // digest of all bytes of a packed release
	silent   int                 // of these, with nothing to read
	replaced [][][]audit.Stretch // of each part of each message; nil without the original
	bare     int                 // of these, what stands without brackets
}

func auditDraw() *cobra.Command {
	o := &drawing{}
	cmd := &cobra.Command{
		Use:   "draw RELEASE",
		Short: "the next random messages of a release to look at, as a sheet",
		Long: `Writes the next messages of a random order as CSV with the columns key, text and leaks. Whoever looks ` +
			`writes 1 into
the column leaks where a name or anything else that had to go still stands, and 0 where nothing does; then
bauta audit enter reads the sheet. The first draw begins the audit. With --original, masks stand in
⟦brackets⟧ (with --report all that the run replaced, invented names, too), and canaries are mixed in: messages in
which a replaced name was put back, which nothing tells from a leak; they measure the reader and stand in no
release. The sheet holds what the release holds, and the canaries originals: it is its owner's alone.
A folder is one release, with all its files.
A release that has changed since the last draw is audited anew; with --before, the release as it was, of what has
changed alone, where that takes fewer looks.
With --unit name the limit is a share of the names, and of all else that had to go, instead of the messages; whoever
looks writes how many of them still stand.`,
		Example: "  bauta audit draw release.csv --original sms.csv --log release.audit --limit 0.001 -n 500 -o " +
			"sheet.csv\n" +
			"  bauta audit enter sheet.csv --log release.audit",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.files(cmd)
	o.logFlag(cmd)
	o.terms.flags(cmd)
	o.unit.flags(cmd)
	o.unit.hiddenFlag(cmd)
	f := cmd.Flags()
	o.originalFlag(cmd)
	f.StringVar(&o.report, "report", "", "report of the run: the original must be the file that it read, and the "+
		"release what it wrote; the certificate then says so")
	f.StringVar(&o.before, "before", "", "the release that was looked at, where it has changed since: only what is "+
		"new in it is looked at, if that takes fewer looks")
	f.IntVarP(&o.number, "number", "n", 500, "how many messages, canaries apart")
	f.BoolVar(&o.again, "again", false, "the rows that were drawn and that nobody has looked at, once more")
	f.BoolVar(&o.anew, "anew", false, "begin another audit of the same release in this log, with the next share of "+
		"alpha and its reader measured anew: after one that no number of looks can prove")
	f.BoolVar(&o.oneLook, "one-look", false, "fewer looks where none finds a leak; after one this audit "+
		"proves nothing more, and another begins on the release in which it is masked")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

func (o *drawing) originalFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.original, "original", "", "what went in, with the messages in the same order")
}

func (o *drawing) run(cmd *cobra.Command, name string) (err error) {
	if err := o.wants(); err != nil {
		return err
	}
	o.alone = true // what nobody looks at is named
	if o.messages, err = o.auditing.messages(cmd, name); err != nil {
		return err
	}
	o.alone, o.aside, o.whole = false, o.beside, o.file
	if err := o.align(cmd, name); err != nil {
		return err
	}
	if err := o.undoes(name); err != nil {
		return err
	}
	_, none := os.Stat(o.log)
	l, f, err := o.open(true)
	if err != nil {
		return err
	}
	defer func() {
		if f.Close(); l.Attempt == 0 && errors.Is(none, os.ErrNotExist) {
			os.Remove(o.log) // a log of which no audit was begun would be taken for one
		}
	}()
	if l.Attempt > 0 {
		if err := o.carriesOn(cmd, &l.State); err != nil {
			return err
		}
	}
	release := releaseOf(o.messages)
	made, err := o.made(cmd, l, release)
	if err != nil {
		return err
	}
	o.brackets(l, release)
	if l.Attempt == 0 || o.anew || l.Release != release.Sum() || l.File != o.whole {
		if err := o.begin(cmd, l, release, made); err != nil {
			return err
		}
	}
	rows := l.Unseen()
	if !o.again {
		if rows, err = o.next(l, release); err != nil {
			return err
		}
		if len(rows) == 0 {
			return nothingToDraw(cmd, l)
		}
		if err := l.Add(audit.Entry{At: time.Now(), Drawn: rows}); err != nil {
			return fmt.Errorf("%s: cannot be written: %w", o.log, reason(err))
		}
	}
	return o.sheet(cmd, l, rows)
}

// nothingToDraw says why no row is left: all were drawn or, where nothing is new, none need be.
func nothingToDraw(cmd *cobra.Command, l *audit.Log) error {
	if !l.Pace().Proved {
		return errors.New("all messages were drawn; bauta audit status says what they prove")
	}
	inform(cmd, "nothing is left to look at, and the limit is proved; next: bauta audit certify")
	return nil
}

// wants says what is wrong with the options.
func (o *drawing) wants() error {
	if err := o.terms.check(); err != nil {
		return err
	}
	switch {
	case o.anew && (o.again || o.before != ""):
		return errUsage{errors.New("--anew looks at the whole release from the first look; leave --again and " +
			"--before out")}
	case o.number < 1 || o.number > 100_000:
		return errUsage{errors.New("-n takes 1 to 100000")}
	case o.canaries > 0 && o.original == "":
		return errUsage{errors.New("canaries need --original FILE, what went in; or give --canaries 0, and the " +
			"reader is " +
			"taken to see everything")}
	}
	return nil
}

// carriesOn refuses what an audit that was begun does not take.
func (o *drawing) carriesOn(cmd *cobra.Command, l *audit.State) error {
	if err := o.kept(cmd, &l.Begin); err != nil {
		return err
	}
	if err := o.unit.keep(cmd, l); err != nil {
		return err
	}
	if o.original == "" && !o.again && l.Canaries > l.Shown {
		return errUsage{fmt.Errorf("%s of this audit are still to be drawn among the messages; give --original "+
			"FILE, what went in", counted(l.Canaries-l.Shown, "canary", "canaries"))}
	}
	return nil
}

// align finds what was replaced in each message.
func (o *drawing) align(cmd *cobra.Command, name string) error {
	if o.original == "" {
		return nil
	}
	files := o.within
	originals, err := o.auditing.messages(cmd, o.original)
	switch {
	case err != nil:
		return err
	case !slices.Equal(files, o.within):
		return fmt.Errorf("%s: its files are not those of %s, with as many messages each; give what it was made from, "+
			"under the same names", o.original, name)
	}
	if originals = paired(originals, o.messages); len(originals) != len(o.messages) {
		return fmt.Errorf("%s: %d messages, and %s has %d; give what this release was made from, %s", o.original,
			len(originals), name, len(o.messages), ofWhom)
	}
	if err := belong(originals, o.messages); err != nil {
		return fmt.Errorf("%s: %w; give what %s was made from, in its order", o.original, err, called(name))
	}
	o.replaced = make([][][]audit.Stretch, len(originals))
	for i := range originals {
		o.replaced[i] = o.messages[i].replaced(&originals[i])
	}
	return nil
}

// brackets takes the brackets from what nothing shows to be a mask. Where the report names this very release the run
// wrote all that differs.
func (o *drawing) brackets(l *audit.Log, r audit.Release) {
	if o.ran != "" || l.Report != "" && l.Release == r.Sum() {
		return
	}
	for i := range o.replaced {
		o.bare += o.messages[i].bare(o.replaced[i])
	}
}

// begin starts an audit, or the next one of a release that has changed.
func (o *drawing) begin(cmd *cobra.Command, l *audit.Log, r audit.Release, made *audit.Input) error {
	if err := o.unit.keep(cmd, &l.State); err != nil {
		return err
	}
	names, err := o.unit.names(r.Counted(), o.hidden(), o.found)
	if err != nil {
		return err
	}
	b := audit.Begin{
		Release: r.Sum(), File: o.whole, N: r.Counted(), Silent: r.Left(), Limit: o.limit,
		Level: audit.Level(o.alpha), OneLook: o.oneLook,
		Canaries: o.canaries, Names: names, Original: made, Report: o.ran, Seed: audit.Secret(32),
	}
	if l.Attempt > 0 {
		b.Level = l.Level
		b.Limit = l.Limit
		if l.Knows(r) {
			b.Report = cmp.Or(b.Report, l.Report)
		}
		o.measure(l, &b)
		if err := o.carry(cmd, l, &b, r); err != nil {
			return err
		}
		if b.Part == nil && b.Canaries > 0 && o.replaced == nil {
			return errUsage{errors.New("the whole release is looked at again, and its reader measured; give " +
				"--original FILE, what went in")}
		}
		o.tells(cmd, l, &b)
	} else if b.Canaries, err = o.mixed(); err != nil {
		return err
	}
	if !l.Leads(&b) {
		return o.hopeless(l, &b)
	}
	if err := l.Add(audit.Entry{At: time.Now(), Begin: &b}); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", o.log, reason(err))
	}
	return nil
}

// hopeless refuses an audit that no number of looks would prove.
func (o *drawing) hopeless(l *audit.Log, b *audit.Begin) error {
	if l.Attempt == 0 {
		return fmt.Errorf("even a look at all %s proves no limit of %g of a reader who is measured with %s; give a "+
			"wider --limit, or --canaries 0, and the reader is taken to see everything", several(b.N, "message"),
			b.Limit, counted(b.Canaries, "canary", "canaries"))
	}
	return fmt.Errorf("%s: no audit is begun, since no number of looks would prove it: %s", o.log, noOther)
}

// noOther is why another audit leads nowhere, and what is left to do.
const noOther = "too much was overlooked, and too few messages are left that were never a canary to measure somebody " +
	"else; this release is not proved at this limit: keep the log, and audit it for a wider limit with a log of its own"

// measure has the reader measured anew, where enough messages are left of which no reader
// knows that they were canaries.
func (o *drawing) measure(l *audit.Log, b *audit.Begin) {
	fresh := 0
	for at := range o.replaced {
		if o.fits(at) && !l.Known(at+1) {
			fresh++
		}
	}
	l.Renew(b, fresh)
}

// carry has only what is new in a release looked at, where the one before is given.
func (o *drawing) carry(cmd *cobra.Command, l *audit.Log, b *audit.Begin, r audit.Release) error {
	if o.before == "" {
		return nil
	}
	messages, err := o.auditing.messages(cmd, o.before)
	if err != nil {
		return err
	}
	was := releaseOf(messages)
	if !l.Knows(was) {
		return fmt.Errorf("%s: is not the release that was looked at; give that one, or leave --before out (what a "+
			"withdrawal left of it is known where bauta withdraw had this --log)", o.before)
	}
	gone, changed := l.Since(was, r)
	l.Carry(b, r.Speaking(changed), func(number int) bool {
		_, gone := slices.BinarySearch(gone, number)
		return gone
	})
	return nil
}

// tells says how an audit begins anew.
func (o *drawing) tells(cmd *cobra.Command, l *audit.Log, b *audit.Begin) {
	what := "its audit begins anew"
	if b.Anew {
		what += ", and measures whoever looks anew"
	}
	if b.Part != nil {
		what = fmt.Sprintf("of its %s only what is new or has changed is looked at, %d of them",
			several(b.N, "message"), len(b.Part.Numbers))
	}
	why := "the release has changed"
	if l.Release == b.Release {
		why = "another try at the same release"
	}
	inform(cmd, "%s: %s (audit %d)", why, what, l.Attempt+1)
}

// hidden counts what was replaced, 0 where the original is not there.
func (o *drawing) hidden() (n int) {
	for _, parts := range o.replaced {
		for _, s := range parts {
			n += len(audit.Telling(s))
		}
	}
	return n
}

// mixed is how many canaries an audit has: as many as were asked for, where so many messages
// have anything replaced, as far as that is known.
func (o *drawing) mixed() (int, error) {
	fit := o.fit()
	switch {
	case o.replaced == nil || o.canaries <= fit:
		return o.canaries, nil
	case fit < audit.LeastCanaries:
		return 0, fmt.Errorf("something is replaced, in a text with words around it, in %s of the release, "+
			"too few for canaries; give --canaries 0, and the reader is taken to see everything",
			several(fit, "message"))
	}
	return fit, nil
}

// fit counts the messages that could be canaries.
func (o *drawing) fit() (n int) {
	for at := range o.replaced {
		if o.fits(at) {
			n++
		}
	}
	return n
}

// fits reports whether a message could be a canary.
func (o *drawing) fits(at int) bool {
	return o.replaced != nil && len(o.messages[at].tries(o.replaced[at])) > 0
}

// next are the next rows: messages in the order of the draw, and among them as many
// canaries as bring all of them before the end.
func (o *drawing) next(l *audit.Log, r audit.Release) ([]audit.Row, error) {
	seed, err := hex.DecodeString(l.Seed)
	if err != nil {
		return nil, fmt.Errorf("%s: the seed is damaged; restore the log from a copy", o.log)
	}
	all := r.Order(seed, l.Names)
	order := slices.DeleteFunc(slices.Clone(all), func(p audit.Place) bool { return !l.Draws(p.At + 1) })
	given := l.Given()
	var rows []audit.Row
	for at := l.Drawn; at < min(l.Drawn+o.number, len(order)); at++ {
		number := order[at].At + 1
		if given[number] == "" {
			given[number] = rowKey()
		}
		rows = append(rows, audit.Row{Key: given[number], Place: at, Number: number, Rank: order[at].Rank})
	}
	rows = append(rows, o.canariesOf(l, all)...)
	return rows, nil
}

// canariesOf are the canaries of this draw: messages from the end of the order, which
// are hardly ever drawn themselves.
func (o *drawing) canariesOf(l *audit.Log, order []audit.Place) []audit.Row {
	t := l.Test()
	t.Sees = l.Risk().Expected(l.Measured, 0, 0, l.Canaries)
	need, ok := t.Need(0, l.Risk().Alpha(l.Attempt, l.Measured))
	if !ok {
		need = t.N
	}
	n := min(l.Canaries-l.Shown, int(math.Ceil(float64(o.number)*float64(l.Canaries)/float64(max(1, need)))))
	var rows []audit.Row
	for i := len(order) - 1; i >= 0 && len(rows) < n; i-- {
		if at := order[i].At; order[i].Rank == 0 && o.fits(at) && !l.Known(at+1) {
			rows = append(rows, audit.Row{
				Key: rowKey(), Place: l.Shown + len(rows), Number: at + 1, Canary: true,
			})
		}
	}
	return rows
}

// lettered begins the key of a row, or a spreadsheet reads a number in it and saves another one.
const lettered = "k"

func rowKey() string { return lettered + audit.Secret(6) }

// chosen is one of n by the key of a row: the same each time.
func chosen(key string, n int) int {
	if key = strings.TrimPrefix(key, lettered); key == "" {
		return 0
	}
	return int(key[0]) % n
}

// unseen are the rows that nobody has looked at, each message once.
func (o *drawing) unseen(l *audit.Log, rows []audit.Row) []audit.Row {
	var out []audit.Row
	had := map[string]bool{}
	for _, r := range rows {
		if _, looked := l.Mark(r.Key); !looked && !had[r.Key] {
			had[r.Key] = true
			out = append(out, r)
		}
	}
	return out
}

// sheet writes rows for whoever looks, in a random order.
func (o *drawing) sheet(cmd *cobra.Command, l *audit.Log, rows []audit.Row) error {
	f, err := create(o.out, forOwner, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer f.Discard()
	rows = o.unseen(l, rows)
	rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	w := csv.NewWriter(f)
	lines := [][]string{{"key", "text", "leaks"}}
	for _, row := range rows {
		text, err := o.shows(row)
		if err != nil {
			return err
		}
		lines = append(lines, []string{row.Key, text, ""})
	}
	if err := w.WriteAll(lines); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	o.wrote(cmd, rows)
	return nil
}

// wrote says what the sheet is, and what comes next.
func (o *drawing) wrote(cmd *cobra.Command, rows []audit.Row) {
	planted, canaries := "", 0
	for _, r := range rows {
		if r.Canary {
			canaries++
		}
	}
	aside := ""
	if len(o.aside) > 0 {
		aside = "; in no sheet, and looked at by nobody: " + audit.Listed(o.aside) + " (take out what should not leave)"
	}
	if o.bare > 0 {
		aside += fmt.Sprintf("; %s, not as bauta writes: without ⟦brackets⟧, since somebody may have put it in by "+
			"hand (where names are replaced by invented ones, --report shows that the run wrote them)",
			counted(o.bare, "stretch differs from the original", "stretches differ from the original"))
	}
	if canaries > 0 {
		planted = fmt.Sprintf(", %d of them canaries, in which a name was put back on purpose and which are in no "+
			"release", canaries)
	}
	inform(cmd, "%s: %s to look at%s; write 1 in the column leaks where something still stands that had to go, 0 "+
		"where nothing does%s; next: bauta audit enter %s --log %s", cmp.Or(o.out, "the sheet"),
		several(len(rows), "row"), planted, aside, cmp.Or(o.out, "SHEET"), o.log)
}

// shows is the text of a row; a canary shows the same each time.
func (o *drawing) shows(row audit.Row) (string, error) {
	at := row.Number - 1
	if at < 0 || at >= len(o.messages) {
		return "", fmt.Errorf("%s: row %s is of no message; restore the log from a copy", o.log, row.Key)
	}
	m := &o.messages[at]
	var replaced [][]audit.Stretch
	var put *audit.Stretch
	if o.replaced != nil {
		replaced = o.replaced[at]
		if tries := m.tries(replaced); row.Canary && len(tries) > 0 {
			put = &tries[chosen(row.Key, len(tries))]
		}
	}
	text := m.shows(replaced, put)
	if strings.ContainsAny(text[:min(1, len(text))], "=+-@\t\r") {
		text = "'" + text // a spreadsheet takes it for a formula
	}
	return text, nil
}
