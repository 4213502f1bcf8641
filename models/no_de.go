//go:build no_de || no_sharealike

package models

import "github.com/bauta/bauta/model"

// German is left out of this build.
func German() model.Pack { return without("de") }

// GermanNeural is left out of this build.
func GermanNeural() model.Pack { return without("de") }
