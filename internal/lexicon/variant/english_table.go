package variant

import "sync"

// English returns the data for English as SMS write it. The caller must not
// change them.
func English() *Lang { return english() }

var english = sync.OnceValue(func() *Lang {
	return &Lang{
		Contractions: []string{"n't", "'m", "'ll", "'re", "'ve", "'d", "'s"},
		Front: []Glue{
			{"i", "I", Subject},
			{"u", "you", Subject},
			{"we", "we", Subject},
			{"you", "you", Subject},
			{"they", "they", Subject},
			{"he", "he", Subject},
			{"dont", "don't", Clitic},
			{"to", "to", Clitic},
			{"cant", "can't", Clitic},
			{"will", "will", Clitic},
			{"the", "the", Other},
			{"my", "my", Other},
			{"your", "your", Other},
			{"ur", "your", Other},
			{"so", "so", Other},
			{"im", "I'm", Other},
			{"no", "no", Other},
			{"not", "not", Other},
			{"good", "good", Other},
			{"in", "in", Other},
		},
		Back: []Glue{
			{"u", "you", Subject},
			{"you", "you", Subject},
			{"ya", "you", Subject},
			{"it", "it", Subject},
			{"me", "me", Subject},
			{"too", "too", Subject},
			{"all", "all", Other},
			{"up", "up", Subject},
		},
		Keyboard:    []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"},
		Alike:       []string{"sczx", "kcqg", "iy", "ea", "ou", "ei", "ao", "mn", "bp", "fv", "gj", "td"},
		SoundStarts: []string{"mwa", "mu", "bwa", "w"},
	}
})
