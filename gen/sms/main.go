// Command sms writes invented French SMS as CSV, for trying the program at the
// size of a real corpus: `go run ./gen/sms -n 90000 > sms.csv`.
package main

import (
	"encoding/csv"
	"flag"
	"log"
	"os"
	"strconv"

	"github.com/bauta/bauta/internal/fixture"
)

func main() {
	n := flag.Int("n", 90_000, "how many messages")
	seed := flag.Uint64("seed", 1, "seed of every random choice")
	flag.Parse()
	w := csv.NewWriter(os.Stdout)
	i := 0
	write := func(row ...string) {
		if err := w.Write(row); err != nil {
			log.Fatal("sms: ", err)
		}
	}
	write("id", "text")
	for m := range fixture.SMS(*seed, *n) {
		i++
		write(strconv.Itoa(i), m.Text)
	}
	if w.Flush(); w.Error() != nil {
		log.Fatal("sms: ", w.Error())
	}
}
