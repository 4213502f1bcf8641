package learn

// Classifier gives the probability of each class of a row. It is read-only once
// made and safe for concurrent use.
type Classifier interface {
	// Probabilities writes the probability of each class into out, which has
	// one place for each class; they sum to 1. The row has one value for each
	// attribute the classifier was made from, NaN where it is missing.
	Probabilities(row, out []float64)
}

// Learner makes a classifier from the rows of a dataset that have a class. The
// same data, configuration and seed give the same classifier. It does not keep
// or change the dataset.
type Learner interface {
	Learn(*Dataset) (Classifier, error)
}

// Best returns the index of the greatest probability, the first of equals.
func Best(p []float64) int {
	best, at := 0.0, 0
	for i, v := range p {
		if v > best {
			best, at = v, i
		}
	}
	return at
}

// Shaped is what a classifier from a file also is: it says which rows it takes
// and how many classes it tells apart.
type Shaped interface {
	Classifier
	Shape() (attributes []Attribute, classes int)
}
