package variant

import "sync"

// English returns the data for English as SMS write it. The caller must not
// change them.
func English() *Lang { return english() }

var english = sync.OnceValue(func() *Lang {
	return &Lang{
		Contractions: []string{"n't", "'m", "'ll", "'re", "'ve", "'d", "'s"},
		Front: []Glue{
			{"i", "I", true}, {"u", "you", true}, {"to", "to", true}, {"the", "the", false}, {"a", "a", false},
			{"my", "my", false}, {"your", "your", false}, {"ur", "your", false}, {"so", "so", false}, {"dont", "don't", true},
			{"im", "I'm", false}, {"we", "we", true}, {"no", "no", false}, {"not", "not", false}, {"good", "good", false}, {"in", "in", false},
		},
		Back: []Glue{
			{"u", "you", false}, {"you", "you", false}, {"ya", "you", false}, {"it", "it", false}, {"me", "me", false},
			{"a", "have", true}, {"ta", "to", true}, {"na", "to", true}, {"too", "too", false}, {"all", "all", false}, {"up", "up", false}, {"ing", "-ing", false},
		},
		SoundStarts: []string{"mwa", "mu", "bwa", "w"},
	}
})
