package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// batchSize is how many messages one transaction imports.
const batchSize = 2000

// MaxText bounds the text of one message, in bytes.
const MaxText = 16 << 20

// Import adds messages. One that is there already, ID and text, is passed over.
func (s *Store) Import(ctx context.Context, project int64, items iter.Seq2[review.Item, error]) (review.Imported,
	error,
) {
	var done review.Imported
	batch := make([]review.Item, 0, batchSize)
	batches := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		batches++
		var one review.Imported
		err := s.write(ctx, func(t conn) error {
			var err error
			one, err = s.importBatch(ctx, t, project, 0, batch)
			return err
		})
		done.Add(one)
		batch = batch[:0]
		if err == nil && batches&(batches-1) == 0 { // the tables may have doubled
			err = s.count(ctx)
		}
		return err
	}
	for it, err := range items {
		if err == nil {
			err = sound(&it)
		}
		if err != nil {
			return done, err
		}
		if batch = append(batch, it); len(batch) == batchSize {
			if err := flush(); err != nil {
				return done, err
			}
		}
	}
	if err := flush(); err != nil {
		return done, err
	}
	return s.counted(ctx, project, done)
}

// ImportWhole adds messages in one transaction.
func (s *Store) ImportWhole(ctx context.Context, project, by int64, items []review.Item) (review.Imported, error) {
	for i := range items {
		if err := sound(&items[i]); err != nil {
			return review.Imported{}, err
		}
	}
	var done review.Imported
	err := s.write(ctx, func(t conn) error {
		done = review.Imported{} // of a try that the database broke off
		for batch := range slices.Chunk(items, batchSize) {
			one, err := s.importBatch(ctx, t, project, by, batch)
			if err != nil {
				return err
			}
			done.Add(one)
		}
		return nil
	})
	if err != nil {
		return review.Imported{}, err
	}
	return s.counted(ctx, project, done)
}

// counted adds to what an import did what is open now.
func (s *Store) counted(ctx context.Context, project int64, done review.Imported) (review.Imported, error) {
	if err := s.count(ctx); err != nil {
		return done, err
	}
	err := s.read().row(ctx, "SELECT count(*) FROM word_group WHERE project = ? AND open > 0",
		project).Scan(&done.Groups)
	return done, err
}

// count has PostgreSQL count its tables: until then it takes them for small,
// and reads all messages of a project to find those of a batch.
func (s *Store) count(ctx context.Context) error {
	if s.dialect != postgres {
		return nil
	}
	_, err := s.writer.ExecContext(ctx, "ANALYZE message, word_group, occurrence")
	return err
}

// sound says what is wrong with an item.
func sound(it *review.Item) error {
	switch {
	case len(it.Message.Text) > MaxText:
		return fmt.Errorf("message %q: longer than %d bytes; cut it up", it.Message.ID, MaxText)
	case !fits(it):
		return fmt.Errorf("message %q: tokens or spans overlap or lie outside the text", it.Message.ID)
	}
	return nil
}

// intake is one batch on its way into the database.
type intake struct {
	t       conn
	v       *vault
	p       review.Project
	gone    *left
	now     int64
	groups  map[string]*incoming // by the hash of the folded word
	items   []review.Item
	outside [][]byte // keyed hashes of IDs and texts, one an item
	ruled   ruled    // words that a rule masks
	arrived [][]arrival
	done    review.Imported

	messages, occurrences [][]any
}

// incoming is a group that gets occurrences.
type incoming struct {
	group
	fold      []byte
	exact     string // the spelling that Exact means
	fresh     bool   // made by this batch
	spellings map[string]int
	seen      []arrival
}

// arrival is an occurrence that has no number yet.
type arrival struct {
	item, index int // index as in placed
	span        bauta.Span
	named       bool
}

// occurrence is the arrival as Resolve sees it.
func (a *arrival) occurrence() review.Occurrence {
	return review.Occurrence{Span: a.span, Passed: a.index < 0}
}

// arrive lists what an item brings: what was found, what was passed over, and the
// words that a rule masks though the pipeline left them.
func (in *intake) arrive(i int) []arrival {
	it := &in.items[i]
	var out []arrival
	add := func(index, nth int, s bauta.Span) {
		named := nth >= 0 && nth < len(it.Named) && it.Named[nth]
		out = append(out, arrival{item: i, index: index, span: s, named: named})
	}
	for j, s := range it.Spans {
		add(j, j, s)
	}
	for j, s := range it.Passed {
		add(-j-1, len(it.Spans)+j, s)
	}
	for _, r := range in.ruled.in(it) {
		add(pointed, -1, bauta.Span{Start: r.Start, End: r.End, Label: bauta.Person, Doubt: bauta.Unknown})
	}
	slices.SortFunc(out, func(a, b arrival) int { return a.span.Start - b.span.Start })
	return out
}

func (s *Store) importBatch(
	ctx context.Context, t conn, project, by int64, items []review.Item,
) (review.Imported, error) {
	if err := t.imports(ctx, project); err != nil {
		return review.Imported{}, err
	}
	v, err := s.vault(ctx, t, project)
	if err != nil {
		return review.Imported{}, err
	}
	p, err := s.settings(ctx, t, project)
	if err != nil {
		return review.Imported{}, err
	}
	if p.State != review.Open {
		return review.Imported{},
			fmt.Errorf("%w: the project is %s; nothing more is imported", review.ErrRefused, p.State)
	}
	gone, err := s.left(ctx, t, project)
	if err != nil {
		return review.Imported{}, err
	}
	in := &intake{
		t: t, v: v, p: p, gone: gone, now: millis(s.now()), groups: map[string]*incoming{}, items: items,
	}
	for _, step := range []func(context.Context) error{
		in.pick, in.rules, in.number, in.sort, in.make, in.fill, in.settle,
	} {
		if err := step(ctx); err != nil {
			return review.Imported{}, err
		}
	}
	return in.done, s.note(ctx, t, by, "import", object(project), map[string]any{
		"messages": in.done.Messages, "known": in.done.Known, "occurrences": in.done.Occurrences,
		"settled": in.done.Settled, "withdrawn": in.done.Withdrawn,
		"by_id": in.done.ByID,
	})
}

// pick leaves the messages that are not there yet, and of nobody who was taken out.
func (in *intake) pick(ctx context.Context) error {
	at := map[string]int{}
	hashes := make([][]byte, len(in.items)) // none of who was taken out
	var ask [][]byte
	for i := range in.items {
		m := &in.items[i].Message
		if in.gone.wrote(in.v, m.Author) {
			in.done.Withdrawn++
			continue
		}
		h := tag(in.v.outside, m.ID, m.Text)
		hashes[i] = h
		if _, twice := at[string(h)]; !twice {
			at[string(h)] = i
			ask = append(ask, h)
		}
	}
	err := inList(ctx, in.t, ask, func(row scanner) error {
		var h []byte
		err := row.Scan(&h)
		delete(at, string(h))
		return err
	}, "SELECT ext FROM message WHERE project = ? AND ext IN", in.p.ID)
	if err != nil {
		return err
	}
	var fresh []review.Item
	for i, h := range hashes {
		first, isNew := at[string(h)]
		switch {
		case h == nil || !isNew: // counted, or there already
		case in.gone.took(in.v, &in.items[i].Message):
			in.done.Withdrawn++
			if in.items[i].Message.Author != "" {
				in.done.ByID++
			}
		case first == i:
			fresh, in.outside = append(fresh, in.items[i]), append(in.outside, h)
		}
	}
	in.done.Messages, in.done.Known = len(fresh), len(in.items)-len(fresh)-in.done.Withdrawn
	in.items = fresh
	return nil
}

// number gives messages their IDs and seals them.
func (in *intake) number(ctx context.Context) error {
	if len(in.items) == 0 {
		return nil
	}
	id, err := in.t.next(ctx, "message", len(in.items))
	if err != nil {
		return err
	}
	before, err := in.t.next(ctx, fmt.Sprintf("messages of %d", in.p.ID), len(in.items))
	if err != nil {
		return err
	}
	in.messages = make([][]any, len(in.items))
	for i := range in.items {
		n := id + int64(i)
		in.messages[i] = []any{
			n, in.p.ID, in.outside[i], in.v.seal("message", n, pack(&in.items[i])),
			place(in.p.Seed, "message", before+int64(i)), in.now,
		}
	}
	return nil
}

// sort puts every span into the group of its word.
func (in *intake) sort(ctx context.Context) error {
	folds := map[string]*incoming{} // by the folded word
	for i := range in.items {
		it := &in.items[i]
		in.arrived = append(in.arrived, in.arrive(i))
		for _, a := range in.arrived[i] {
			word := it.Message.Text[a.span.Start:a.span.End]
			form := review.Fold(word)
			g := folds[form]
			if g == nil {
				g = &incoming{fold: tag(in.v.group, "word", form), spellings: map[string]int{}, fresh: true}
				folds[form], in.groups[string(g.fold)] = g, g
			}
			g.spellings[word]++
			g.seen = append(g.seen, a)
			in.done.Occurrences++
		}
	}
	ask := make([][]byte, 0, len(in.groups))
	for _, g := range in.groups {
		ask = append(ask, g.fold)
	}
	slices.SortFunc(ask, func(a, b []byte) int { return cmp.Compare(string(a), string(b)) })
	return inList(ctx, in.t, ask, func(row scanner) error {
		var fold []byte
		g, err := scanGroup(prefixed{row, &fold})
		if err != nil {
			return err
		}
		to := in.groups[string(fold)]
		to.group, to.fresh = g, false
		err = in.v.reveal(&to.group)
		to.exact = to.Word
		return err
	}, "SELECT fold, "+groupColumns+" FROM word_group WHERE project = ? AND fold IN", in.p.ID)
}

// prefixed scans one column before those that follow.
type prefixed struct {
	scanner
	first any
}

func (p prefixed) Scan(dest ...any) error { return p.scanner.Scan(append([]any{p.first}, dest...)...) }

// make creates the groups that are new, in the order of their first occurrence.
func (in *intake) make(ctx context.Context) error {
	var fresh []*incoming
	for g := range maps.Values(in.groups) {
		if g.fresh {
			fresh = append(fresh, g)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	sort.Slice(fresh, func(i, j int) bool {
		a, b := fresh[i].seen[0], fresh[j].seen[0]
		return cmp.Or(cmp.Compare(a.item, b.item), cmp.Compare(a.index, b.index)) < 0
	})
	id, err := in.t.next(ctx, "word_group", len(fresh))
	if err != nil {
		return err
	}
	for _, g := range fresh {
		g.exact = mostFrequent(g.spellings)
	}
	return in.found(ctx, id, fresh)
}

// found writes the rows of groups that are new, the first of which has a number.
func (in *intake) found(ctx context.Context, id int64, fresh []*incoming) error {
	before, err := in.t.next(ctx, fmt.Sprintf("groups of %d", in.p.ID), len(fresh))
	if err != nil {
		return err
	}
	rows := make([][]any, len(fresh))
	for i, g := range fresh {
		g.ID = id + int64(i)
		rows[i] = []any{
			g.ID, in.p.ID, g.fold, in.v.seal("word_group", g.ID, []byte(g.exact)), 0, 0, 0, 0, 0.0, 0.0, 0.0,
			place(in.p.Seed, "group", before+int64(i)), 0, 0, string(review.Decided), 0, "", 0, 0,
		}
	}
	return in.t.insert(ctx, "word_group", `id, project, fold, word, named, n, asked, open, leak, sure, score, tie,
		version, logged, state,
		lease_user, lease_token, lease_expires, lease_rank`, rows)
}

func mostFrequent(spellings map[string]int) string {
	best := ""
	for s, n := range spellings {
		if best == "" || n > spellings[best] || n == spellings[best] && s < best {
			best = s
		}
	}
	return best
}

// fill writes the messages, each bound to what was found in it, and the
// occurrences, in the order of the texts.
func (in *intake) fill(ctx context.Context) error {
	if len(in.items) == 0 {
		return nil
	}
	var id int64
	if in.done.Occurrences > 0 {
		var err error
		if id, err = in.t.next(ctx, "occurrence", in.done.Occurrences); err != nil {
			return err
		}
	}
	firstMessage := in.messages[0][0].(int64)
	found := &founds{key: in.t.change.s.keys.found, of: map[int64][]byte{}}
	for i := range in.items {
		it := &in.items[i]
		for _, a := range in.arrived[i] {
			s := a.span
			word := it.Message.Text[s.Start:s.End]
			g := in.groups[string(tag(in.v.group, "word", review.Fold(word)))]
			o := a.occurrence()
			l := o.Unsaid()
			row := []any{
				id, in.p.ID, firstMessage + int64(i), g.ID, a.index, s.Start, s.End, flag(word == g.exact),
				int(s.Doubt),
				string(s.Label), s.P,
				in.context(it, s), string(l.Effect), string(l.Label), 0, 0, "", 0, 0,
			}
			found.add(firstMessage+int64(i), row[:12])
			in.occurrences = append(in.occurrences, row)
			id++
		}
	}
	for i, row := range in.messages {
		in.messages[i] = append(row, found.hash(firstMessage+int64(i)))
	}
	if err := in.t.insert(ctx, "message", "id, project, ext, sealed, tie, imported, found", in.messages); err != nil {
		return err
	}
	return in.t.insert(ctx, "occurrence", foundColumns+", effect, label, as_start, as_stop, decision, user_id, bulk",
		in.occurrences)
}

// context is the keyed hash of the tokens on either side of a span.
func (in *intake) context(it *review.Item, s bauta.Span) []byte {
	left, next := review.Around(it, s.Start, s.End)
	return tag(in.v.group, "context", left, next)
}

// settle counts the new occurrences of every group, and lets the rules of its
// log hold for them.
func (in *intake) settle(ctx context.Context) error {
	groups := slices.SortedFunc(maps.Values(in.groups), func(a, b *incoming) int { return cmp.Compare(a.ID, b.ID) })
	if err := in.grow(ctx, groups); err != nil {
		return err
	}
	for _, g := range groups {
		if !g.logged {
			continue
		}
		occ, log, err := in.t.about(ctx, g.ID)
		if err != nil {
			return err
		}
		r := review.Resolve(review.Word{Named: g.Named, SecondAbove: in.p.SecondAbove}, occ, log)
		for i := range occ[max(0, len(occ)-len(g.seen)):] {
			at := len(occ) - len(g.seen) + i
			was := occ[at].Now
			if was.Decision == "" && was.Effect != review.Mask && r.Labels[at].Decision != "" {
				in.done.Settled++
			}
		}
		if err := in.t.settle(ctx, &g.group, occ, r); err != nil {
			return err
		}
	}
	return nil
}

// grow adds to the groups' counts, and opens those that ask something and have
// no log. Whoever looks at one meanwhile sees another version.
func (in *intake) grow(ctx context.Context, groups []*incoming) error {
	var more [][]any
	at := map[int64]*incoming{}
	for _, g := range groups {
		var w review.Weight
		for _, a := range g.seen {
			if a.index >= 0 && a.span.Doubt != bauta.Sure {
				w.Add(a.span)
			}
			g.Named = g.Named || a.named
		}
		at[g.ID] = g
		more = append(more, []any{g.ID, len(g.seen), w.N, flag(g.Named), flag(!g.fresh), w.Leak, w.Sure})
	}
	ids := make([]int64, len(groups))
	for i, g := range groups {
		ids[i] = g.ID
	}
	if err := in.t.touchAll(ctx, "word_group", ids); err != nil {
		return err
	}
	var asking [][]any
	err := in.t.update(ctx, func(row scanner) error {
		var id int64
		var w review.Weight
		var now group
		if err := row.Scan(&id, &w.N, &w.Leak, &w.Sure, &now.Named, &now.Version, &now.logged); err != nil {
			return err
		}
		g := at[id]
		g.Named, g.Version, g.logged = now.Named, now.Version, now.logged
		if w.N > 0 && !g.logged {
			asking = append(asking, []any{id, w.Score()})
		}
		return nil
	}, "more (id, n, asked, named, known, leak, sure)", []string{
		"BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", real, real,
	},
		`UPDATE word_group SET n = word_group.n + more.n, asked = word_group.asked + more.asked, open =
			word_group.open + more.asked,
		leak = word_group.leak + more.leak, sure = word_group.sure + more.sure, version = word_group.version +
		more.known,
		named = CASE WHEN more.named > word_group.named THEN more.named ELSE word_group.named END
		FROM more WHERE word_group.id = more.id
		RETURNING word_group.id, word_group.open, word_group.leak, word_group.sure, word_group.named, version, logged`,
		more)
	if err != nil {
		return err
	}
	return in.t.update(ctx, nil, "worth (id, score)", []string{"BIGINT", real},
		"UPDATE word_group SET score = worth.score, state = 'open' FROM worth WHERE word_group.id = worth.id", asking)
}
