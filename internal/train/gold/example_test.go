package gold_test

import (
	"fmt"
	"testing/fstest"

	"github.com/bauta/bauta/internal/train/gold"
)

func ExampleSet_Read() {
	set := gold.Find("wnut17", "en", "train")[0]
	data := fstest.MapFS{set.Path: {Data: []byte("ask\tO\nZoé\tB-person\nEk\tI-person\n")}}
	sentences, err := set.Read(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range sentences {
		low := gold.Lower(s)
		fmt.Println(low.Spans[0].Label, low.Text[low.Spans[0].Start:low.Spans[0].End])
	}
	// Output: PERSON zoé ek
}
