package assess

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// String prints the report in the form of Weka's evaluation, and after the
// number of rows two lines of our own: balanced accuracy, folds and seed.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString("=== " + r.Title + " ===\n\n")
	share := 100 / r.Total
	wrong := r.Total - r.Correct
	b.WriteString("Correctly Classified Instances     " + aligned(r.Correct, 12, 4) + "     " +
		aligned(r.Correct*share, 12, 4) + " %\n")
	b.WriteString("Incorrectly Classified Instances   " + aligned(wrong, 12, 4) + "     " +
		aligned(wrong*share, 12, 4) + " %\n")
	b.WriteString("Kappa statistic                    " + aligned(r.Kappa, 12, 4) + "\n")
	b.WriteString("Mean absolute error                " + aligned(r.MAE, 12, 4) + "\n")
	b.WriteString("Root mean squared error            " + aligned(r.RMSE, 12, 4) + "\n")
	if !math.IsNaN(r.RAE) {
		b.WriteString("Relative absolute error            " + aligned(100*r.RAE, 12, 4) + " %\n")
		b.WriteString("Root relative squared error        " + aligned(100*r.RRSE, 12, 4) + " %\n")
	}
	b.WriteString("Total Number of Instances          " + aligned(r.Total, 12, 4) + "\n")
	b.WriteString("Balanced accuracy                  " + aligned(100*r.Balanced, 12, 4) + " %\n")
	if r.Folds > 0 {
		fmt.Fprintf(&b, "Folds, seed                        %7d, %d\n", r.Folds, r.Seed)
	}
	b.WriteString("\n\n" + r.details() + "\n\n" + r.matrix())
	return b.String()
}

func (r *Report) details() string {
	var b strings.Builder
	b.WriteString("=== Detailed Accuracy By Class ===\n\n")
	b.WriteString("               TP Rate   FP Rate   Precision   Recall  F-Measure   ROC Area  Class\n")
	for _, s := range r.Classes {
		b.WriteString(strings.Repeat(" ", 15) + s.line() + "    " + s.Class + "\n")
	}
	b.WriteString("Weighted Avg.  " + r.Average.line() + "\n")
	return b.String()
}

func (s *ClassScore) line() string {
	return aligned(s.TPRate, 7, 3) + "   " + aligned(s.FPRate, 7, 3) + "    " + aligned(s.Precision, 7, 3) + "   " +
		aligned(s.Recall, 7, 3) + "   " + aligned(s.F1, 7, 3) + "    " + aligned(s.ROCArea, 7, 3)
}

// matrix prints the confusion matrix, a row for each true class.
func (r *Report) matrix() string {
	most, decimals, extra := 0.0, 0, 0
	for _, row := range r.Confusion {
		for _, w := range row {
			most = max(most, w)
			if w != math.Trunc(w) {
				decimals, extra = 2, 3
			}
		}
	}
	width := 1 + max(int(math.Log10(max(most, 1)))+extra, int(math.Log(float64(len(r.Confusion)))/math.Log(26)))
	var b strings.Builder
	b.WriteString("=== Confusion Matrix ===\n\n")
	for c := range r.Confusion {
		b.WriteString(" " + letters(c, width))
	}
	b.WriteString("   <-- classified as\n")
	for c, row := range r.Confusion {
		for _, w := range row {
			b.WriteString(" " + aligned(w, width, decimals))
		}
		b.WriteString(" | " + letters(c, width) + " = " + r.Classes[c].Class + "\n")
	}
	return b.String()
}

// letters numbers classes a, b, …, z, aa, ab, …, right aligned.
func letters(n, width int) string {
	s := ""
	for n++; n > 0; n /= 26 {
		n--
		s = string(rune('a'+n%26)) + s
	}
	return fmt.Sprintf("%*s", width, s)
}

// aligned prints a number so that the decimal points of a column stand under
// each other: at most so many decimals, no zeros at the end, blanks instead.
func aligned(v float64, width, decimals int) string {
	if math.IsNaN(v) {
		return fmt.Sprintf("%*s%s", width-decimals-1, "?", strings.Repeat(" ", decimals+1))
	}
	scaled := math.Floor(math.Abs(v)*math.Pow10(decimals) + 0.5)
	s := strconv.FormatFloat(scaled/math.Pow10(decimals), 'f', decimals, 64)
	if v < 0 && scaled > 0 {
		s = "-" + s
	}
	if decimals == 0 {
		return fmt.Sprintf("%*s", width, s)
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		fraction = "." + fraction
	}
	return fmt.Sprintf("%*s%-*s", width-decimals-1, whole, decimals+1, fraction)
}
