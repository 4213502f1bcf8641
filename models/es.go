//go:build !no_es && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-es/*.json ner-es/*.zst
var es embed.FS

//go:embed neural-es/*.json joint-es/*.json network
var esNeural embed.FS

// Spanish is what reads Spanish: a tagger.
func Spanish() model.Pack { return model.Pack{Lang: "es", Files: packed.FS(es)} }

// SpanishNeural is the neural tagger of Spanish. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func SpanishNeural() model.Pack { return model.Pack{Lang: "es", Files: packed.FS(esNeural)} }
