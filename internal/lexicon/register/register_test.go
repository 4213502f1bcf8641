package register

import "testing"

func TestTable(t *testing.T) {
	table, err := Open(Write([]string{"zoé", "göktug"}, []string{"kerleguer"}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]bool{
		"zoe": {true, false}, "goktug": {true, false}, "göktug": {true, false}, "kerleguer": {false, true}, "torbi": {}, "": {},
	} {
		if got := [2]bool{table.First(name), table.Last(name)}; got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if (Table{}).First("zoe") {
		t.Error("the zero table knows somebody")
	}
}

func TestDefault(t *testing.T) {
	if d := Default(); !d.First("abdelhamid") || !d.Last("kowalski") || d.First("les") || d.Last("maison") {
		t.Error("the register that comes with the program")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(Write([]string{"a", "b"}, []string{"c"}))
	f.Add([]byte(magic + "\x09"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if table, err := Open(file); err == nil {
			table.First("a")
			table.Last("b")
		}
	})
}
