//go:build no_it

package models

import "github.com/bauta/bauta/model"

// Italian is left out of this build.
func Italian() model.Pack { return model.Pack{Lang: "it"} }

// ItalianNeural is left out of this build.
func ItalianNeural() model.Pack { return model.Pack{Lang: "it"} }
