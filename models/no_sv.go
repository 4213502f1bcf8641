//go:build no_sv

package models

import "github.com/bauta/bauta/model"

// Swedish is left out of this build.
func Swedish() model.Pack { return model.Pack{Lang: "sv"} }

// SwedishNeural is left out of this build.
func SwedishNeural() model.Pack { return model.Pack{Lang: "sv"} }
