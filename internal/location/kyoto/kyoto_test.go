package kyoto_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/internal/location/kyoto"
)

func TestGenerate(t *testing.T) {
	a, err := kyoto.Generate(nil, 3000, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := kyoto.Generate(nil, 3000, 1)
	c, _ := kyoto.Generate(nil, 3000, 2)
	cells := map[int]bool{}
	same, other := 0, 0
	for i, r := range a {
		cell := kyoto.Grid.Cell(r.Point)
		if cell < 0 || r.Text == "" || strings.Contains(r.Text, "{") {
			t.Fatalf("message %s: cell %d", r.ID, cell)
		}
		cells[cell] = true
		if r == b[i] {
			same++
		}
		if r != c[i] {
			other++
		}
	}
	if len(cells) < 30 || same != 3000 || other < 2000 {
		t.Errorf("%d cells, %d the same with the same seed, %d other with another", len(cells), same, other)
	}
}

func TestTowns(t *testing.T) {
	head := "municipality\ttown\tkoaza\tlat\tlng\n"
	rs, err := kyoto.Generate(strings.NewReader(head+"京都市中京区\t架空町\t\t35.01\t135.76\n亀岡市\t無座標町\t\tNone\tNone\n京都府南\t遠方町\t\t34.70\t135.80\n"), 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	in, out := 0, 0
	for _, r := range rs {
		if strings.Contains(r.Text, "架空町") {
			in++
		}
		if strings.Contains(r.Text, "遠方町") || strings.Contains(r.Text, "無座標町") {
			out++
		}
	}
	if in < 50 || out > 0 {
		t.Errorf("%d messages of the town inside, %d of the one outside", in, out)
	}
	for _, bad := range []string{head + "a\tb\n", head + "a\tb\tc\tx\ty\n"} {
		if _, err := kyoto.Generate(strings.NewReader(bad), 10, 1); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestVotes(t *testing.T) {
	rs, err := kyoto.Generate(nil, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, b := kyoto.Votes(rs, 100, 1), kyoto.Votes(rs, 100, 1)
	can := 0
	for i, v := range a {
		if v != b[i] || v.Text != rs[i].Text || v.Share < 0 || v.Share > 1 {
			t.Fatalf("vote %d: share %v, again %v", i, v.Share, b[i].Share)
		}
		if v.Share >= location.Inferable {
			can++
		}
	}
	if can < 150 || can > 400 {
		t.Errorf("%d of 1,000 messages can be told, by the voters; the paper has 246", can)
	}
	station := kyoto.Votes([]location.Record{{Text: "京都駅なう"}, {Text: "眠い"}, {Text: "改札"}}, 1000, 2)
	if !(station[0].Share > station[2].Share && station[2].Share > station[1].Share) {
		t.Errorf("a known place %v, something of it %v, nothing %v", station[0].Share, station[2].Share, station[1].Share)
	}
}

func Example() {
	rs, err := kyoto.Generate(nil, 100, 1)
	fmt.Println(len(rs), err, kyoto.Grid.Cell(rs[0].Point) >= 0, location.Point{}.Check())
	// Output: 100 <nil> true <nil>
}
