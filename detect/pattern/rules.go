package pattern

// allRules is the table of all kinds.
func allRules() [][]rule {
	return [][]rule{
		emailRules, urlRules, ipRules, handleRules, phoneRules, spelledRules, bankRules, codeRules, addressRules, frRules,
	}
}
