package checkdigit_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

func ExampleMod97() {
	// The IBAN of the standard's example, its first four characters moved to the end.
	fmt.Println(checkdigit.Mod97("WEST12345698765432GB82"))
	// Output: true
}

func TestPublishedNumbers(t *testing.T) {
	tests := []struct {
		name   string
		verify func(string) bool
		ok     []string
		bad    []string
	}{
		{"luhn", checkdigit.Luhn, []string{"79927398713", "4111111111111111", "0"}, []string{"79927398710", "4111111111111112", "", "4111a"}},
		{"mod97", checkdigit.Mod97, []string{"WEST12345698765432GB82"}, []string{"WEST12345698765432GB83", "", "west"}},
		{"mod11,10", checkdigit.Mod11x10, []string{"07945", "12345678903"}, []string{"07946", "", "7", "12a"}},
		{"verhoeff", checkdigit.Verhoeff, []string{"2363", "758722"}, []string{"2364", "785722", "", "x"}},
		{"731", checkdigit.Weights731, []string{"L898902C36", "D231458907"}, []string{"L898902C37", "", "7", "l898902C36"}},
	}
	for _, test := range tests {
		for _, s := range test.ok {
			if !test.verify(s) {
				t.Errorf("%s: %q refused", test.name, s)
			}
		}
		for _, s := range test.bad {
			if test.verify(s) {
				t.Errorf("%s: %q accepted", test.name, s)
			}
		}
	}
}

// Every one of these systems detects any single wrong digit.
func TestSingleErrorsAreFound(t *testing.T) {
	systems := map[string]func(string) bool{"luhn": checkdigit.Luhn, "verhoeff": checkdigit.Verhoeff, "mod11,10": checkdigit.Mod11x10}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[0-9]{3,18}`).Draw(t, "body")
		for name, ok := range systems {
			full := ""
			for c := '0'; c <= '9'; c++ {
				if ok(body + string(c)) {
					full = body + string(c)
				}
			}
			if full == "" {
				t.Fatalf("%s: no check digit for %q", name, body)
			}
			at := rapid.IntRange(0, len(full)-1).Draw(t, "at")
			wrong := []byte(full)
			wrong[at] = '0' + (wrong[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10
			if ok(string(wrong)) {
				t.Fatalf("%s: %q and %q both hold", name, full, wrong)
			}
		}
	})
}

func TestSumAndMod(t *testing.T) {
	if got := checkdigit.Sum("123", 3, 2, 1); got != 10 {
		t.Errorf("Sum = %d, want 10", got)
	}
	for _, bad := range []string{"12", "1x3"} {
		if got := checkdigit.Sum(bad, 3, 2, 1); got != -1 {
			t.Errorf("Sum(%q) = %d, want -1", bad, got)
		}
	}
	if got := checkdigit.Mod("1000000000000000000000000", 97); got != checkdigit.Mod("1000000000000000000000097", 97) {
		t.Errorf("Mod of a long number = %d", got)
	}
	if checkdigit.Mod("", 97) != -1 || checkdigit.Weighted("123", 10, 1, 1) || !checkdigit.Weighted("19", 10, 1, 1) {
		t.Error("Mod or Weighted on odd input")
	}
	if !checkdigit.Repeated("777") || checkdigit.Repeated("778") || checkdigit.Repeated("") {
		t.Error("Repeated")
	}
}

func FuzzAll(f *testing.F) {
	for _, s := range []string{"", "79927398713", "WEST12345698765432GB82", "éa0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		// None of them may panic, whatever the text.
		_ = []any{
			checkdigit.Luhn(s), checkdigit.Mod97(s), checkdigit.Verhoeff(s), checkdigit.Mod11x10(s), checkdigit.Weights731(s),
			checkdigit.Mod(s, 97), checkdigit.Sum(s, 1, 2, 3), checkdigit.Repeated(s),
		}
	})
}
