//go:build !no_de && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-de/*.json ner-de/*.zst
var de embed.FS

//go:embed neural-de/*.json joint-de/*.json network
var deNeural embed.FS

// German is what reads German: a tagger.
func German() model.Pack { return model.Pack{Lang: "de", Files: packed.FS(de)} }

// GermanNeural is the neural tagger of German. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func GermanNeural() model.Pack { return model.Pack{Lang: "de", Files: packed.FS(deNeural)} }
