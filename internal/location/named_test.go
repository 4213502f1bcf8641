package location

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestReadNamed: a list of places with and without population, and what is none.
func TestReadNamed(t *testing.T) {
	for data, want := range map[string]string{
		"name,latitude,longitude,population\nA,1,2,30\nB,3,4,\n":         `[{"name":"A","lat":1,"lon":2,"lives":30},{"name":"B","lat":3,"lon":4}]`,
		"name,latitude,longitude\n A ,1,2\n":                             `[{"name":"A","lat":1,"lon":2}]`,
		"population;name;longitude;latitude\n5;\"Là, haut\";2;1\n":       `[{"name":"Là, haut","lat":1,"lon":2,"lives":5}]`,
		"name,latitude,longitude,population\nA,1,2,many\n":               "error",
		"name,latitude,longitude,population\nA,1,2,-1\n":                 "error",
		"name,latitude,longitude,population\nA,1,2,NaN\n":                "error",
		"name,latitude,longitude\nA,100,2\n":                             "error",
		"name,latitude,longitude\n\"A\nB\",1,2\n":                        "error",
		"name,lat,lon\nA,1,2\n":                                          "error",
		"name,latitude,longitude\n" + strings.Repeat("A", 61) + ",1,2\n": "error",
	} {
		got := "error"
		if places, err := ReadNamed([]byte(data), "places.csv", Columns{}); err == nil {
			out, _ := json.Marshal(places)
			got = string(out)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", data, got, want)
		}
	}
}

// TestNamedOnMaps: a grid keeps the largest places of its box, its maps write them, and a
// name that is markup stays text.
func TestNamedOnMaps(t *testing.T) {
	d := &Division{
		Grid: Grid{South: 0, West: 0, North: 2, East: 2, Rows: 2, Cols: 2}, Class: []int{0, -1, -1, 1}, Cells: []int{0, 3}, Count: []int{3, 1},
	}
	places := []Named{{"Out", Point{5, 5}, 99}, {"First", Point{1, 1}, 0}, {"<b>", Point{1.5, 0.5}, 7}}
	for range 50 {
		places = append(places, Named{"Hamlet", Point{0.5, 0.5}, 0})
	}
	d.Name(places)
	if len(d.Places) != maxNamed || d.Places[0].Name != "<b>" || d.Places[1].Name != "First" {
		t.Fatalf("%d places, %v first", len(d.Places), d.Places[:2])
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.WriteMap(&b, "map"); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if strings.Count(out, "<circle") != onMap || !strings.Contains(out, ">&lt;b&gt;</text>") || strings.Contains(out, "Out") {
		t.Error("the map names other places")
	}
	d.Places[3].Name = "two\nlines"
	if d.Check() == nil {
		t.Error("a grid with a name that no map can write")
	}
	d.Places = append(d.Places, d.Places...)
	if d.Check() == nil {
		t.Error("a grid with too many places")
	}
}
