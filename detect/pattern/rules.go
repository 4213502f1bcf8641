package pattern

// allRules is the table of all kinds.
func allRules() [][]rule {
	return [][]rule{
		emailRules, spelledEmailRules, urlRules, ipRules, handleRules, phoneRules, spelledRules, bankRules, codeRules,
		addressRules, addressWorldRules, zipRules, dateRules, deviceRules, secretRules, plateRules, numberJPRules,
		frRules,
		usRules, caRules, gbRules, deRules, esRules, itRules, ptRules, brRules, seRules, fiRules, dkRules, noRules,
		chRules, beRules,
		nlRules, luRules, atRules, ieRules, plRules, trRules, auRules, inRules, krRules, jpRules, thRules, sgRules,
		phRules, ngRules, zaRules,
	}
}
