//go:build !no_sharealike

package models

import (
	"embed"

	"github.com/bauta/bauta/model"
)

//go:embed langid/*.json langid/*.bin
var langid embed.FS

// Telling is what tells languages apart.
func Telling() model.Pack { return model.Pack{Files: langid} }
