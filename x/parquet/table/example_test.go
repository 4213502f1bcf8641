package table

import (
	"bytes"
	"context"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// A file in, a file out: the same rows and types.
func ExampleFile() {
	type row struct {
		ID   int64  `parquet:"id"`
		Text string `parquet:"text"`
	}
	var in, out bytes.Buffer
	if err := parquet.Write(&in, []row{{7, "je suis à bientot@example.com"}}); err != nil {
		fmt.Println(err)
		return
	}
	file, err := policy.Load("seekhide")
	if err != nil {
		fmt.Println(err)
		return
	}
	built, err := file.Build(policy.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := Open(bytes.NewReader(in.Bytes()), int64(in.Len()), Columns{ID: "id"}, formats.NewKeyer(nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := rows.Write(&out, built.Pipeline.Run(context.Background(), rows.Messages(), 1))
	fmt.Println(sum.Rows, sum.Changed, err)
	// Output: 1 1 <nil>
}
