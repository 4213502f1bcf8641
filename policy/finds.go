package policy

import (
	"github.com/bauta/bauta/internal/detect/cue"
	"github.com/bauta/bauta/internal/detect/frame"
)

// finds adds the small detectors that need no model.
func (f *File) finds(b *Built) {
	c := f.Detect
	if c.Digits > 0 {
		b.detect("digits", cue.Digits{Least: c.Digits})
	}
	if c.Ages > 0 {
		b.detect("ages", cue.Ages{Least: c.Ages})
	}
	if c.NER != nil && c.Pattern != nil {
		b.detect("companies", cue.Companies{Lexicon: b.Lexicon})
		b.detect("titles", cue.Titles{Lexicon: b.Lexicon})
	}
	if c.Frames {
		b.detect("frames", frame.New(b.Lexicon))
	}
	if c.Links {
		b.detect("names in links", cue.LinkNames{Lexicon: b.Lexicon})
	}
}
