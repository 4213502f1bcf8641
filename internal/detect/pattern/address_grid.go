package pattern

import "strings"

// findGrid reads an address in a grid of numbered streets, as it is written in Colombia: the
// street, the sign of a number, the street that crosses it and the metres from there: "cra 15
// # 82-47". The word w is the number of the street.
func findGrid(sc *scan, r *compiled, at, w int) {
	if w == 0 || !sc.blankBehind(w-1) || sc.numeric(w-1) || !houseWord(sc.text(w)) || !sc.within(w+2) {
		return
	}
	switch strings.TrimSpace(sc.between(w, w+1)) {
	case "#", "n°", "nº", "no.", "No.":
	default:
		return
	}
	if !houseWord(sc.text(w+1)) || !sc.figures(w+2) || sc.size(w+2) > 3 ||
		strings.TrimSpace(sc.between(w+1, w+2)) != "-" {
		return
	}
	sc.add(r, int(sc.words[w-1].start), int(sc.words[w+2].end), 0.8, "address")
}
