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
// reference program, because sums of fractional weights depend on it; where all
// is whole a quicker way may leave equals in another order.
func sortBy(items []item, col []float64, whole bool) int {
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
	short := 0
	if whole {
		short = 12
	}
	quicksort(items, 0, j, 4*bits.Len(uint(known)), short)
	return known
}

// quicksort sorts items[l:r+1]. When the middle is a bad pivot too often a sort
// that is never quadratic takes over; up to short items are put in by insertion.
func quicksort(items []item, l, r, depth, short int) {
	for l < r {
		if r-l < short {
			insertion(items[l : r+1])
			return
		}
		if depth == 0 {
			slices.SortFunc(items[l:r+1], func(a, b item) int { return cmp.Compare(a.v, b.v) })
			return
		}
		depth--
		mid := partition(items, l, r)
		quicksort(items, l, mid, depth, short)
		l = mid + 1
	}
}

func insertion(items []item) {
	for i := 1; i < len(items); i++ {
		it, k := items[i], i
		for k > 0 && items[k-1].v > it.v {
			items[k] = items[k-1]
			k--
		}
		items[k] = it
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
