//go:build no_es || no_sharealike

package models

import "github.com/bauta/bauta/model"

// Spanish is left out of this build.
func Spanish() model.Pack { return without("es") }

// SpanishNeural is left out of this build.
func SpanishNeural() model.Pack { return without("es") }
