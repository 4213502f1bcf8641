//go:build no_fr

package models

import "github.com/bauta/bauta/model"

// French is left out of this build.
func French() model.Pack { return model.Pack{Lang: "fr"} }

// FrenchNeural is left out of this build.
func FrenchNeural() model.Pack { return model.Pack{Lang: "fr"} }
