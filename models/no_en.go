//go:build no_en

package models

import "github.com/bauta/bauta/model"

// English is left out of this build.
func English() model.Pack { return model.Pack{Lang: "en"} }

// EnglishNeural is left out of this build.
func EnglishNeural() model.Pack { return model.Pack{Lang: "en"} }
