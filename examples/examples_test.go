package examples_test

import (
	"fmt"
	"strings"

	"github.com/bauta/bauta/examples"
)

func ExampleSMS() {
	header, _, _ := strings.Cut(string(examples.SMS), "\n")
	fmt.Println(header)
	// Output: id,thread,author,time,text,note
}
