package audit

// CanaryKeys are the keys of the canaries that were handed out.
func (s *State) CanaryKeys() (out []string) {
	for key, r := range s.rows {
		if r.Canary {
			out = append(out, key)
		}
	}
	return out
}
