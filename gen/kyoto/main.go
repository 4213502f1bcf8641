// Command kyoto writes generated messages of Kyoto as CSV, for trying package
// location in Japanese: go run ./gen/kyoto [-n 40000] [-seed 1] [TOWNS.tsv].
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/bauta/bauta/location/kyoto"
)

func main() {
	n := flag.Int("n", 40000, "messages")
	seed := flag.Uint64("seed", 1, "of the generator")
	flag.Parse()
	if err := run(*n, *seed, flag.Arg(0), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kyoto:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, towns string, out io.Writer) error {
	var in io.Reader
	if towns != "" {
		f, err := os.Open(towns)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	records, err := kyoto.Generate(in, n, seed)
	if err != nil {
		return err
	}
	w := csv.NewWriter(out)
	rows := [][]string{{"id", "author", "text", "latitude", "longitude"}}
	for _, r := range records {
		rows = append(rows, []string{r.ID, r.Author, r.Text, strconv.FormatFloat(r.Point.Lat, 'f', 6, 64), strconv.FormatFloat(r.Point.Lon, 'f', 6, 64)})
	}
	return w.WriteAll(rows)
}
