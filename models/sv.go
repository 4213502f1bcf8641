//go:build !no_sv && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-sv/*.json ner-sv/*.zst
var sv embed.FS

//go:embed neural-sv/*.json joint-sv/*.json network
var svNeural embed.FS

// Swedish is what reads Swedish: a tagger.
func Swedish() model.Pack { return model.Pack{Lang: "sv", Files: packed.FS(sv)} }

// SwedishNeural is the neural tagger of Swedish. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func SwedishNeural() model.Pack { return model.Pack{Lang: "sv", Files: packed.FS(svNeural)} }
