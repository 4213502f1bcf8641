// Package anonymise is a transform of Apache Beam that takes what identifies people out of
// messages. Messages of one conversation come together, and are read in their order by one
// worker, so that Person 3 is the same one everywhere, whichever machines took part.
package anonymise

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/bauta/bauta/corpus"
)

// Message is a row on its way: a JSON object with text, and id, thread, lang, time where
// they are known, or a line of text.
type Message struct {
	// Origin is where conversations have their names from, a file; two of one name in two
	// origins have nothing to do with each other.
	Origin string
	// Order is its place in its conversation: the number of a line, or an instant. Of two
	// with one Order the row that sorts first comes first.
	Order int64
	Row   []byte
}

// Letter says which message is withheld and why, and nothing of what stood in it.
type Letter struct {
	Origin string
	Order  int64
	Why    string
}

// Config says through what messages go; it travels with the pipeline. Policy and key are
// files that each worker can open, under these names.
type Config struct {
	Policy  string // preset or policy file
	Lang    string // of messages that bring none; empty: each is told by itself
	Key     string // file of the key of the policy
	Pending string // messages that wait for the expert: mask, withhold or keep
	Format  corpus.Format
}

// A worker is another process, which finds functions and types by what is registered before
// it begins. What the library generates of these types would spare a call by reflection for
// each message, and takes half a minute to compile.
var _ = registered()

func registered() bool {
	for _, do := range []any{&lines{}, &threading{}, &working{}, &reading{}, &targeting{}, &writing{}} {
		beam.RegisterDoFn(reflect.TypeOf(do))
	}
	for _, f := range []any{withheldRow, rowOf, lineOf} {
		beam.RegisterFunction(f)
	}
	beam.RegisterType(reflect.TypeFor[Message]())
	beam.RegisterType(reflect.TypeFor[Letter]())
	return true
}

// Do takes a collection of [Message] through a policy: rows has what may be released, with
// Origin and Order as they were, dead a [Letter] for each that is withheld; together they
// are as many as there were. After one that is withheld, the rest of its conversation is,
// too.
//
// The collection is bounded, or cut by windows, each of which begins its conversations anew;
// what comes once its window has closed is dropped by the engine, and is in neither. A worker
// that dies and another that does its work again change nothing.
func Do(s beam.Scope, cfg Config, messages beam.PCollection) (rows, dead beam.PCollection) {
	s = s.Scope("bauta.anonymise")
	keyed, unread := beam.ParDo2(s, &threading{cfg}, messages)
	rows, withheld := beam.ParDo2(s, &working{cfg}, beam.GroupByKey(s, keyed))
	return rows, beam.Flatten(s, unread, withheld)
}
