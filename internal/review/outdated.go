package review

// Outdated gives, of a log from the newest row on, the newest decision about each
// group that labels it, where that was taken under older guidelines than those in
// force: what one may want to decide anew.
func Outdated(log []Logged, guideline int) []Logged {
	var out []Logged
	seen := map[int64]bool{}
	for _, l := range log {
		labels := l.Scope.labels() && l.Effect != Skip && l.Effect != Flag
		if !labels || l.Undone || l.Again || l.Group == 0 || seen[l.Group] {
			continue
		}
		seen[l.Group] = true
		if l.Guideline < guideline {
			out = append(out, l)
		}
	}
	return out
}
