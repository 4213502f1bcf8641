package examples_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/examples"
)

func ExampleSMS() {
	data, err := examples.SMS()
	if err != nil {
		fmt.Println(err)
		return
	}
	header, _, _ := strings.Cut(string(data), "\n")
	fmt.Println(header)
	// Output: id,thread,author,time,text,note
}

// TestSMSIsPacked: the program holds what the file beside it says.
func TestSMSIsPacked(t *testing.T) {
	want, err := os.ReadFile("sms-fr.csv")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := examples.SMS(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("not what is packed of it, %v; run go run ./gen/phrases", err)
	}
}
