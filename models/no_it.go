//go:build no_it || no_sharealike

package models

import "github.com/bauta/bauta/model"

// Italian is left out of this build.
func Italian() model.Pack { return without("it") }

// ItalianNeural is left out of this build.
func ItalianNeural() model.Pack { return without("it") }
