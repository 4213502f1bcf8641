//go:build no_es

package models

import "github.com/bauta/bauta/model"

// Spanish is left out of this build.
func Spanish() model.Pack { return model.Pack{Lang: "es"} }

// SpanishNeural is left out of this build.
func SpanishNeural() model.Pack { return model.Pack{Lang: "es"} }
