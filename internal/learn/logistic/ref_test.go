package logistic_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn/logistic"
)

// svmlight reads rows of "class feature:value …", features from 1.
func svmlight(t testing.TB, name string) (*logistic.Matrix, []int) {
	t.Helper()
	f, err := os.Open(filepath.Join(fixture.Shared(t, "reference/logistic"), name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	x, y := &logistic.Matrix{}, []int{}
	for sc := bufio.NewScanner(gz); sc.Scan(); {
		fields := strings.Fields(sc.Text())
		k, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		var col []int32
		for _, part := range fields[1:] {
			id, _, _ := strings.Cut(part, ":")
			n, err := strconv.Atoi(id)
			if err != nil {
				t.Fatal(err)
			}
			col = append(col, int32(n-1))
			x.Cols = max(x.Cols, n)
		}
		x.Append(col, nil)
		y = append(y, k)
	}
	return x, y
}

// clinc gives both parts with features and classes counted from 0 in both.
func clinc(t testing.TB) (train, test *logistic.Matrix, y, gold []int, classes int) {
	train, y = svmlight(t, "clinc.train.svm.gz")
	test, gold = svmlight(t, "clinc.test.svm.gz")
	train.Cols = max(train.Cols, test.Cols)
	test.Cols = train.Cols
	for _, k := range append(y[:len(y):len(y)], gold...) {
		classes = max(classes, k+1)
	}
	return train, test, y, gold, classes
}

// TestReference holds the figure of the reference programs on 150 classes:
// 91.2 % at the better of two penalties. It is reached in 50 iterations, some ten
// seconds of one core; BAUTA_LONG=1 goes on until the value settles, in 140.
func TestReference(t *testing.T) {
	if testing.Short() {
		t.Skip("a training of some seconds; run without -short")
	}
	train, test, y, gold, classes := clinc(t)
	cfg := logistic.Config{C: 8, MaxIter: 50}
	if os.Getenv("BAUTA_LONG") != "" {
		cfg.MaxIter = 0
	}
	m, report, err := cfg.Train(context.Background(), train, y, classes)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Evaluate(test, gold)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("C=8: %.2f %% (ECE %.3f), %d iterations, %s", 100*r.Accuracy, r.ECE, report.Iterations, report.Reason)
	if r.Accuracy < 0.912 {
		t.Errorf("accuracy %.4f on the reference; at least 0.912", r.Accuracy)
	}
}
