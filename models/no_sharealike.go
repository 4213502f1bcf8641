//go:build no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/model"
)

// without is the pack of a language that is read with dictionaries and patterns
// alone: whatever was learnt for it read text or counts under CC BY-SA. A policy
// that asks for more says what is missing.
func without(lang string) model.Pack { return model.Pack{Lang: lang, Files: embed.FS{}} }

// Telling is left out of this build.
func Telling() model.Pack { return model.Pack{} }
