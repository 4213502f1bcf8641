//go:build !no_it && !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/model"
)

//go:embed ner-it/*.json ner-it/*.zst
var it embed.FS

//go:embed neural-it/*.json joint-it/*.json network
var itNeural embed.FS

// Italian is what reads Italian: a tagger.
func Italian() model.Pack { return model.Pack{Lang: "it", Files: packed.FS(it)} }

// ItalianNeural is the neural tagger of Italian. Policies of kind both, gdpr among them, do without
// it where it is not given, and then miss more names.
func ItalianNeural() model.Pack { return model.Pack{Lang: "it", Files: packed.FS(itNeural)} }
