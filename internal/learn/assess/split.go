package assess

import (
	"fmt"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// Fold is one division of the rows of a dataset, by their indexes.
type Fold struct{ Train, Test []int }

// Stratified divides the rows into k folds in which the classes have about the
// same shares. Each row is in one test part. The error is that there are not
// two rows for each fold to choose from, or rows of one class only.
func Stratified(d *learn.Dataset, k int, seed int64) ([]Fold, error) {
	if err := checkFolds(d, k); err != nil {
		return nil, err
	}
	r := learn.NewRand(seed)
	rows := make([]int, d.Len())
	for i := range rows {
		rows[i] = i
	}
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	rows = deal(group(rows, d.Y), k)
	folds := make([]Fold, k)
	size, rest := len(rows)/k, len(rows)%k
	from := 0
	for f := range folds {
		to := from + size
		if f < rest {
			to++
		}
		train := slices.Concat(rows[:from], rows[to:])
		r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		folds[f] = Fold{train, rows[from:to:to]}
		from = to
	}
	return folds, nil
}

func checkFolds(d *learn.Dataset, k int) error {
	if err := d.Check(); err != nil {
		return err
	}
	if k < 2 {
		return fmt.Errorf("%d folds; cross-validation needs at least 2", k)
	}
	if d.Len() < k {
		return fmt.Errorf("%d rows are fewer than %d folds; label more rows or take fewer folds", d.Len(), k)
	}
	return checkClasses(d)
}

func checkClasses(d *learn.Dataset) error {
	seen := 0
	for _, w := range d.ClassWeights() {
		if w > 0 {
			seen++
		}
	}
	if seen < 2 {
		return learn.ErrOneClass
	}
	return nil
}

// group brings the rows of a class together, by the exchanges that the
// reference program makes, so that the folds are the same.
func group(rows, class []int) []int {
	for at := 1; at < len(rows); at++ {
		first := class[rows[at-1]]
		for j := at; j < len(rows); j++ {
			if class[rows[j]] == first {
				rows[at], rows[j] = rows[j], rows[at]
				at++
			}
		}
	}
	return rows
}

// deal gives the rows out to k hands, one after the other.
func deal(rows []int, k int) []int {
	out := make([]int, 0, len(rows))
	for hand := range k {
		for i := hand; i < len(rows); i += k {
			out = append(out, rows[i])
		}
	}
	return out
}

// Undersample returns the dataset with as many rows of each class as the
// smallest class has that has any, chosen at random and in their old order.
func Undersample(d *learn.Dataset, seed int64) (*learn.Dataset, error) {
	byClass := make([][]int, len(d.Class.Values))
	for i, y := range d.Y {
		if y >= 0 {
			byClass[y] = append(byClass[y], i)
		}
	}
	least := 0
	for _, rows := range byClass {
		if n := len(rows); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	if least == 0 {
		return nil, learn.ErrNoRows
	}
	r := learn.NewRand(seed)
	var keep []int
	for _, rows := range byClass {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		keep = append(keep, rows[:min(least, len(rows))]...)
	}
	slices.Sort(keep)
	return d.Subset(keep), nil
}
