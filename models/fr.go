//go:build !no_fr && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-fr/*.json ner-fr/*.zst names-fr/*.json names-fr/*.zst triage-fr/*.json triage-fr/*.bin triage-fr/*.zst
var fr embed.FS

//go:embed neural-fr/*.json joint-fr/*.json network
var frNeural embed.FS

// French is what reads French: a tagger, the dictionaries' weights and a classifier of messages.
func French() model.Pack { return model.Pack{Lang: "fr", Files: packed.FS(fr)} }

// FrenchNeural is the neural tagger of French. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func FrenchNeural() model.Pack { return model.Pack{Lang: "fr", Files: packed.FS(frNeural)} }
