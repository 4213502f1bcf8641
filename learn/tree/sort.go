package tree

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// item is one row at one node: its weight there, and v, its value of the
// attribute in hand.
type item struct {
	v, w  float64
	row   int32
	class int32
}

// sortBy loads the values of a column and sorts by them, missing values last;
// it returns how many are known. The order among equals is that of the
// reference program, because sums of fractional weights depend on it.
func sortBy(items []item, col []float64) int {
	for i := range items {
		items[i].v = col[items[i].row]
	}
	i, j := 0, len(items)-1
	for i <= j {
		if math.IsNaN(items[j].v) {
			j--
			continue
		}
		if math.IsNaN(items[i].v) {
			items[i], items[j] = items[j], items[i]
			j--
		}
		i++
	}
	known := j + 1
	quicksort(items, 0, j, 4*bits.Len(uint(known)))
	return known
}

// quicksort sorts items[l:r+1]. When the middle is a bad pivot too often a sort
// that is never quadratic takes over.
func quicksort(items []item, l, r, depth int) {
	for l < r {
		if depth == 0 {
			slices.SortFunc(items[l:r+1], func(a, b item) int { return cmp.Compare(a.v, b.v) })
			return
		}
		depth--
		mid := partition(items, l, r)
		quicksort(items, l, mid, depth)
		l = mid + 1
	}
}

func partition(items []item, l, r int) int {
	pivot := items[(l+r)/2].v
	for l < r {
		for items[l].v < pivot && l < r {
			l++
		}
		for items[r].v > pivot && l < r {
			r--
		}
		if l < r {
			items[l], items[r] = items[r], items[l]
			l++
			r--
		}
	}
	if l == r && items[r].v > pivot {
		r--
	}
	return r
}
