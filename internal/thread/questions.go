package thread

import "github.com/bauta/bauta/internal/lexicon/data/lists"

// The words of questions, in plain letters, in all languages: people mix them.
var (
	asksName   = lists.In("asked-names")
	wanted     = lists.In("asked-identifiers")
	pleas      = lists.In("pleas")
	quantities = lists.In("quantities")
)
