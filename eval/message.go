package eval

import "github.com/bauta/bauta"

// MessageCase is one message: whether it had to be anonymised (TA) in gold,
// and what the system said.
type MessageCase struct {
	TA      bool
	Outcome bauta.Outcome
}

// MessageReport is Seek&Hide's evaluation (2013, section 6.2) and what it
// leaves out. Confusion counts and shares (0 to 1).
type MessageReport struct {
	// Table 3: how many messages got which outcome.
	Messages int `json:"messages"`
	TA       int `json:"ta"`
	NTA      int `json:"nta"`
	Untagged int `json:"untagged"`
	// Table 4: the processed part, system against gold.
	NTANTA int `json:"nta_nta"` // released, and nothing was in it
	NTATA  int `json:"nta_ta"`  // released, and there was something: a leak
	TANTA  int `json:"ta_nta"`  // hidden without need
	TATA   int `json:"ta_ta"`
	// Untagged messages that had to be anonymised in gold.
	UntaggedTA int `json:"untagged_ta"`

	Decided     float64 `json:"decided"`      // share decided without a person
	Accuracy    float64 `json:"accuracy"`     // on the processed part
	TARecall    float64 `json:"ta_recall"`    // TA found automatically, over all TA messages
	TAPrecision float64 `json:"ta_precision"` // of the messages called TA
	Leak        Bound   `json:"leak"`         // TA among the released NTA
}

// ScoreMessages counts the outcomes.
func ScoreMessages(cases []MessageCase) MessageReport {
	r := MessageReport{Messages: len(cases)}
	for _, c := range cases {
		switch c.Outcome {
		case bauta.TA:
			r.TA++
			count(c.TA, &r.TATA, &r.TANTA)
		case bauta.NTA:
			r.NTA++
			count(c.TA, &r.NTATA, &r.NTANTA)
		default:
			r.Untagged++
			if c.TA {
				r.UntaggedTA++
			}
		}
	}
	r.Decided = share(r.TA+r.NTA, r.Messages)
	r.Accuracy = share(r.TATA+r.NTANTA, r.TA+r.NTA)
	r.TARecall = share(r.TATA, r.TATA+r.NTATA+r.UntaggedTA)
	r.TAPrecision = share(r.TATA, r.TA)
	r.Leak = ClopperPearson(r.NTATA, r.NTA)
	return r
}

func count(yes bool, a, b *int) {
	if yes {
		*a++
	} else {
		*b++
	}
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
