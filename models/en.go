//go:build !no_en && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-en/*.json ner-en/*.zst names-en/*.json names-en/*.zst
var en embed.FS

//go:embed neural-en/*.json joint-en/*.json network
var enNeural embed.FS

// English is what reads English: a tagger and the dictionaries' weights.
func English() model.Pack { return model.Pack{Lang: "en", Files: packed.FS(en)} }

// EnglishNeural is the neural tagger of English. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func EnglishNeural() model.Pack { return model.Pack{Lang: "en", Files: packed.FS(enNeural)} }
