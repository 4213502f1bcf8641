// Package models holds the model bundles that come with the program. Each folder is
// a bundle with its card, MODEL.md; package model opens them.
//
// What belongs to one language is a [model.Pack] that a function gives, [French] or
// [German]: a program that calls one of them links the models of that language, and
// those of no other. [All] has them all. The build tags no_de, no_en … leave out a
// language, no_neural the neural taggers, which no preset asks for, no_ja the Japanese dictionary.
package models

import (
	"embed"

	"github.com/bauta/bauta/model"
)

//go:embed langid
var langid embed.FS

// Telling is what tells languages apart.
func Telling() model.Pack { return model.Pack{Files: langid} }

// All are the packs of all languages.
func All() []model.Pack {
	packs := []model.Pack{Telling(), English(), French(), German(), Italian(), Spanish(), Swedish()}
	if withNeural {
		packs = append(packs, EnglishNeural(), FrenchNeural(), GermanNeural(), ItalianNeural(), SpanishNeural(),
			SwedishNeural())
	}
	return packs
}

// FS gives the folder of all bundles.
func FS() model.Joined { return model.Join(All()...) }

// Names lists all bundles, sorted.
func Names() []string { return FS().Names() }
