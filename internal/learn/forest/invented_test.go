package forest

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/internal/learn/tree"
)

// TestInventedCrossValidation holds five-fold cross-validation (seed 3) of C4.5
// and of bagging, on the invented data beside the trees, to what the reference
// program computed. Weights and missing values are part of it.
func TestInventedCrossValidation(t *testing.T) {
	for _, c := range []struct {
		file                                string
		correct, kappa, rmse, bag, bagError float64 // C4.5: per cent, kappa, error; bagging: per cent, error
	}{
		{"invented1.arff", 95.000000, 0.908905, 0.134941, 93.500000, 0.150327},
		{"invented2.arff", 34.500000, 0.023226, 0.448094, 33.000000, 0.419258},
		{"invented3.arff", 93.421053, 0.895115, 0.221621, 92.105263, 0.244212},
		{"invented4.arff", 48.269231, -0.075752, 0.544094, 57.115385, 0.520346},
		{"invented5.arff", 48.083624, -0.060071, 0.619437, 51.722803, 0.563737},
		{"invented6.arff", 41.500000, 0.155570, 0.387832, 43.000000, 0.375152},
		{"invented7.arff", 44.072398, -0.118857, 0.615939, 46.334842, 0.575030},
		{"invented8.arff", 59.587379, 0.171121, 0.519603, 55.946602, 0.521677},
	} {
		d := readARFF(t, filepath.Join("..", "tree", "testdata", c.file))
		one, err := assess.CrossValidate(tree.C45{}, d, 5, 3)
		if err != nil {
			t.Fatal(err)
		}
		bag, err := assess.CrossValidate(Bagging{}, d, 5, 3)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range map[string][2]float64{
			"correct": {100 * one.Accuracy(), c.correct}, "kappa": {one.Kappa, c.kappa}, "error": {one.RMSE, c.rmse},
			"bagging correct": {100 * bag.Accuracy(), c.bag}, "bagging error": {bag.RMSE, c.bagError},
		} {
			if math.Abs(v[0]-v[1]) > 1e-5 {
				t.Errorf("%s: %s %.6f, reference %.6f", c.file, name, v[0], v[1])
			}
		}
	}
}
