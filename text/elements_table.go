package text

import "strings"

// set makes a set of the words of a list.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// elements are those of HTML, and of messengers, that stand in messages and pages; blocks those
// that part words.
var (
	elements = set(`
		a abbr article aside audio b bdi bdo big blockquote body br button caption center cite code col colgroup dd
		del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header
		hr html i iframe img input ins kbd label legacyquote legend li link main mark meta nav object ol optgroup option p param
		picture pre q s samp script section select small source span strike strong style sub summary sup svg table
		tbody td textarea tfoot th thead time title tr tt u ul var video wbr`)
	blocks = set(`
		article aside blockquote body br button caption center dd details div dl dt fieldset figcaption figure footer
		form h1 h2 h3 h4 h5 h6 head header hr html img input legacyquote legend li main nav ol option p pre script section select
		style table tbody td textarea tfoot th thead title tr ul`)
)
