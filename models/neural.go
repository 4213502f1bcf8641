//go:build !no_neural

package models

// withNeural says that neural taggers are in All.
const withNeural = true
