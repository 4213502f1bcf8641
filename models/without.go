//go:build !no_sharealike && (no_de || no_en || no_es || no_fr || no_it || no_sv)

package models

import "github.com/bauta/bauta/model"

// without is the pack of a language that is left out of this build.
func without(lang string) model.Pack { return model.Pack{Lang: lang} }
