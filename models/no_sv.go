//go:build no_sv || no_sharealike

package models

import "github.com/bauta/bauta/model"

// Swedish is left out of this build.
func Swedish() model.Pack { return without("sv") }

// SwedishNeural is left out of this build.
func SwedishNeural() model.Pack { return without("sv") }
