//go:build no_en || no_sharealike

package models

import "github.com/bauta/bauta/model"

// English is left out of this build.
func English() model.Pack { return without("en") }

// EnglishNeural is left out of this build.
func EnglishNeural() model.Pack { return without("en") }
