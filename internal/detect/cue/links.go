package cue

import (
	"context"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// LinkNames finds the names in web addresses. Its score is so low that an address
// found as a whole stays one, with the name inside.
type LinkNames struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Detector = LinkNames{}

// leastInLink is how many letters a name in an address must have, commonInLink in how
// many lists it must stand, and usualInLink in how many where it is a word, too: ma, al
// and co are no names there.
const (
	leastInLink  = 4
	commonInLink = 2
	usualInLink  = 8
)

// Detect looks the letters between the signs of an address up.
func (o LinkNames) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		if t.Kind != bauta.Link {
			continue
		}
		address := d.Text[t.Start:t.End]
		behind := inside(address)
		for w := range reading.InLink(address) {
			if len(w.Word) >= leastInLink && o.name(lexicon.Fold(w.Word), d.Lang, w.From >= behind) {
				out = append(out, bauta.Span{
					Start: t.Start + w.From, End: t.Start + w.To, Label: bauta.Person, P: 0.01,
					Source: "links", Why: "name in an address",
				})
			}
		}
	}
	return out, nil
}

// tops are the top levels of the hosts that anybody can reach.
var tops = sync.OnceValue(func() lists.Words { return lists.In("tops") })

// inside is where the path begins in the address of a host that only those inside of a house reach
// (http://intranet/wiki): its pages are called as the people there. It is the end of any other address.
func inside(address string) int {
	_, rest, scheme := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host[strings.LastIndexByte(host, '@')+1:], ":")
	if top := strings.LastIndexByte(host, '.'); !scheme || top >= 0 && tops()[strings.ToLower(host[top+1:])] {
		return len(address)
	}
	return len(address) - len(path)
}

// name reports a usual name that is no word; behind a host of a house any first name, and any name that is no word.
func (o LinkNames) name(word, lang string, inside bool) bool {
	e, _ := o.Lexicon.Look(word, lang)
	if inside && (e.Name() || e.Kinds&lexicon.FirstName != 0) {
		return true
	}
	if !e.Hidden() || max(e.NameRank, e.SurnameRank) < commonInLink {
		return false
	}
	return e.Kinds&lexicon.AntiDictionary == 0 || e.NameRank >= usualInLink
}
