// Command kyoto writes generated messages of Kyoto as CSV, for trying package
// location in Japanese: go run ./gen/kyoto [-n 40000] [-seed 1] [-voters 0]
// [TOWNS.tsv]. With voters, a column "share" holds the share of so many invented
// people who say that the place can be told.
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/bauta/bauta/internal/location/kyoto"
)

func main() {
	n := flag.Int("n", 40000, "messages")
	seed := flag.Uint64("seed", 1, "of the generator")
	voters := flag.Int("voters", 0, "people who vote on each message")
	flag.Parse()
	if err := run(*n, *seed, *voters, flag.Arg(0), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kyoto:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, voters int, towns string, out io.Writer) error {
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
		rows = append(rows, []string{r.ID, r.Author, r.Text, number(r.Point.Lat, 6), number(r.Point.Lon, 6)})
	}
	if voters > 0 {
		rows[0] = append(rows[0], "share")
		for i, v := range kyoto.Votes(records, voters, seed) {
			rows[i+1] = append(rows[i+1], number(v.Share, 4))
		}
	}
	return w.WriteAll(rows)
}

func number(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
