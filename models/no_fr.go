//go:build no_fr || no_sharealike

package models

import "github.com/bauta/bauta/model"

// French is left out of this build.
func French() model.Pack { return without("fr") }

// FrenchNeural is left out of this build.
func FrenchNeural() model.Pack { return without("fr") }
