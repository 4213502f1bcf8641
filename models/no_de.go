//go:build no_de

package models

import "github.com/bauta/bauta/model"

// German is left out of this build.
func German() model.Pack { return model.Pack{Lang: "de"} }

// GermanNeural is left out of this build.
func GermanNeural() model.Pack { return model.Pack{Lang: "de"} }
