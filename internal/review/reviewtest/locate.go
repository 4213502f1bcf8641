package reviewtest

import (
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// places is the case of review.Locations.
func places(d *desk) {
	d.load("place Foch", "devant la gare", "rien")
	first, err := d.Unlocated(d.ctx, d.p.ID, 0, false, true)
	d.must(err)
	l := review.Located{
		ID: "location-0001", Project: d.p.ID, User: 1, Message: first, Threshold: 0.1, MaxBefore: 0.6, MaxAfter: 0.05,
		EffectiveBefore: 4, EffectiveAfter: 60,
		Spans: []bauta.Span{{Start: 6, End: 10, Label: bauta.Location}},
	}
	for range 2 {
		d.must(d.Locate(d.ctx, l))
	}
	l.ID, l.Spans = "location-0002", append(l.Spans[:0:0], bauta.Span{Start: 0, End: 10, Label: bauta.Location})
	d.must(d.Locate(d.ctx, l))
	got, err := d.Located(d.ctx, d.p.ID, first)
	if d.must(err); got.ID != "location-0002" || len(got.Spans) != 1 || got.Spans[0].Start != 0 ||
		got.MaxBefore != 0.6 || got.EffectiveAfter != 60 {
		d.Errorf("the newest choice is %+v", got)
	}
	if all, err := d.Places(d.ctx, d.p.ID); err != nil || len(all) != 1 || all[0].ID != "location-0002" {
		d.Errorf("places: %d, %v", len(all), err)
	}
	second, err := d.Unlocated(d.ctx, d.p.ID, 0, false, true)
	if d.must(err); second != first+1 {
		d.Errorf("the next open message is %d after the first", second-first)
	}
	if round, err := d.Unlocated(d.ctx, d.p.ID, first+2, false, true); err != nil || round != second {
		d.Errorf("from the end: %d, %v", round, err)
	}
	if back, err := d.Unlocated(d.ctx, d.p.ID, second, true, false); err != nil || back != first {
		d.Errorf("back: %d, %v", back, err)
	}
	_, err = d.Unlocated(d.ctx, d.p.ID, first, true, false)
	d.fails(err, review.ErrNotFound)
	number, all, done, err := d.Place(d.ctx, d.p.ID, second)
	if d.must(err); number != 2 || all != 3 || done != 1 {
		d.Errorf("place %d of %d, %d done", number, all, done)
	}
	_, err = d.Located(d.ctx, d.p.ID, second)
	d.fails(err, review.ErrNotFound)
	refusedPlaces(d, l, second)
	applied, err := review.Apply(d.ctx, d.Store, d.p.ID, nil)
	d.must(err)
	doc := &bauta.Doc{Message: bauta.Message{ID: "m1", Text: "place Foch"}}
	spans := [][]bauta.Span{nil}
	d.must(applied.Link(d.ctx, []*bauta.Doc{doc}, spans))
	if len(spans[0]) != 1 || spans[0][0].End != 10 {
		d.Errorf("what was taken out is not masked: %v", spans[0])
	}
}

// refusedPlaces holds that choices which do not fit their message are not taken.
func refusedPlaces(d *desk, l review.Located, second int64) {
	for name, change := range map[string]func(*review.Located){
		"outside": func(l *review.Located) {
			l.Spans = []bauta.Span{{Start: 3, End: 300, Label: bauta.Location}}
		},
		"another label": func(l *review.Located) { l.Spans = []bauta.Span{{Start: 0, End: 3, Label: bauta.Person}} },
		"no figure":     func(l *review.Located) { l.MaxAfter = math.NaN() },
		"no ID":         func(l *review.Located) { l.ID = "" },
		"another's ID":  func(l *review.Located) { l.ID, l.Message = "location-0001", second },
	} {
		bad := l
		bad.ID = "location-0009"
		if change(&bad); d.Locate(d.ctx, bad) == nil {
			d.Errorf("%s was taken", name)
		}
	}
}
