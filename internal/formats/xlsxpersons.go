package formats

import (
	"archive/zip"
	"html"
)

// persons remembers who comments in a workbook.
func (w *workbook) persons(f *zip.File) error {
	return each(f, func(x *xmlReader, t xmlToken) error {
		if t.kind == xmlStart && t.name == "person" {
			w.met.Add(html.UnescapeString(attr(x.raw, t, "displayName")))
		}
		x.raw = x.raw[:0]
		return nil
	})
}

// known has who comments, and who stands in columns of people, be known in a part.
func (w *workbook) known(open func(*Input) (Source, error)) func(*Input) (Source, error) {
	return func(in *Input) (Source, error) {
		src, err := open(in)
		if t, ok := src.(*texts); ok {
			t.met, t.whole = w.met, "mentions" // by places in a text that is written anew
		}
		return src, err
	}
}

// threadMark is who wrote a comment in the place of a thread: it says which, and nobody.
var threadMark = WhenAsked(`^tc=\{[0-9A-Fa-f-]{1,40}\}$`)
