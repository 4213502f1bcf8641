package register_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/lexicon/register"
)

func Example() {
	r := register.Default()
	fmt.Println(r.First("abdelhamid"), r.First("zorblin"))
	// Output: true false
}
