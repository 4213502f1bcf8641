package gain

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/arff"
)

func compareFolder(t *testing.T, dir string) {
	fixture.Each(t, dir, "*.arff", func(t *testing.T, file string) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		d, err := arff.Config{}.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Rank(d)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, r, strings.TrimSuffix(file, ".arff")+".infogain.txt")
	})
}

// compare holds gains and printed lines to the reference. Lines of equal gain
// may stand in another order, and roundings that the reference prints (1e-16)
// change its layout, so that then only the numbers are compared.
func compare(t *testing.T, r Ranking, path string) {
	all, err := os.ReadFile(path)
	if err != nil {
		t.Skip("no reference for this data set")
	}
	_, list, _ := strings.Cut(string(all), "Ranked attributes:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	want := strings.Split(list, "\n")
	if len(want) != len(r) {
		t.Fatalf("%d attributes, reference has %d", len(r), len(want))
	}
	gains := map[string]float64{}
	for _, a := range r {
		gains[a.Name] = a.Gain
	}
	for _, line := range want {
		f := strings.Fields(line)
		v, err := strconv.ParseFloat(f[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		_, digits, _ := strings.Cut(f[0], ".")
		unit := math.Pow10(-min(max(len(digits), 3), 4))
		if got := gains[strings.Join(f[2:], " ")]; math.Abs(got-v) > 0.51*unit {
			t.Errorf("%s: gain %.6f, reference %s", f[2], got, f[0])
		}
	}
	if strings.Contains(list, "0000000") {
		return
	}
	got := strings.Split(strings.TrimSuffix(r.String(), "\n"), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("printed lines (-want +got):\n%s", diff)
	}
}

func TestReference(t *testing.T) { compareFolder(t, fixture.Shared(t, "reference/weka")) }

func TestInvented(t *testing.T) { compareFolder(t, filepath.Join("..", "tree", "testdata")) }

func TestCutsPayForThemselves(t *testing.T) {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"a", "b"}}}
	for i := range 40 {
		d.X = append(d.X, []float64{float64(i)})
		d.Y = append(d.Y, i/20)
	}
	if got := Cuts(d, 0); len(got) != 1 || got[0] != 19.5 {
		t.Errorf("cuts %v, want one at 19.5", got)
	}
	for i := range d.Y {
		d.Y[i] = i % 2
	}
	if got := Cuts(d, 0); len(got) != 0 {
		t.Errorf("cuts %v of classes that alternate, want none", got)
	}
}

func TestRankRefusesBadData(t *testing.T) {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"a"}}}
	if _, err := Rank(d); err == nil {
		t.Error("no error for a dataset without rows")
	}
}

func ExampleRank() {
	d, err := arff.Config{}.Read(strings.NewReader(`@relation play
@attribute outlook {sunny,rainy}
@attribute wind numeric
@attribute play {yes,no}
@data
sunny,3,yes
sunny,9,yes
rainy,4,no
rainy,8,no
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, _ := Rank(d)
	fmt.Print(r)
	// Output:
	// 1   1 outlook
	//  0   2 wind
}
