package server

import (
	"slices"

	"github.com/bauta/bauta"
)

// guideRow is what a label means, in the panel beside the work.
type guideRow struct {
	Label     bauta.Label
	Says, Not string
	Yes, No   string // an invented example of each
}

// guideTable is the short guideline of each label.
func guideTable() []guideRow {
	return []guideRow{
		{bauta.Person, "first names, surnames and nicknames of people", "titles, kinship, terms of affection", "slt c Nico", "bisous ma puce"},
		{bauta.Address, "street and number", "towns and postcodes, which are their own", "12 rue des Lilas", "la rue est longue"},
		{bauta.ZipCode, "postcodes", "other numbers of five digits", "34000 Montpellier", "il me doit 34000 francs"},
		{bauta.Location, "towns, countries, districts, places on a map", "kinds of place", "je suis a Sète", "je suis au marché"},
		{bauta.Email, "e-mail addresses, also when spelled out", "", "nico arobase exemple point fr", "envoie un mail"},
		{bauta.Phone, "telephone numbers, also in words", "prices, times, short codes of services", "06 12 34 56 78", "rdv 18 30"},
		{bauta.UID, "numbers and names that stand for one person: logins, cards, plates, insurance", "numbers that many share", "mon login c nico34", "bus 34"},
		{bauta.IPAddress, "network addresses", "", "192.0.2.7", "version 1.2.3"},
		{bauta.Date, "birth dates", "other dates, clock times", "né le 3 mai 1991", "à demain 18h"},
		{bauta.Organization, "companies, schools, associations, authorities", "kinds of organisation", "je bosse chez Exemplia", "je bosse à la banque"},
		{bauta.Product, "named products and brands of things", "kinds of thing", "mon Fonebel 3", "mon téléphone"},
		{bauta.Facility, "named buildings, stations, shops", "kinds of building", "devant la gare Saint-Roch", "devant la gare"},
		{bauta.URL, "addresses of pages", "", "exemple.fr/nico", "va sur le site"},
	}
}

// guide is the guideline of the labels of a project, in their order.
func guide(labels []bauta.Label) []guideRow {
	var out []guideRow
	table := guideTable()
	for _, l := range labels {
		if i := slices.IndexFunc(table, func(g guideRow) bool { return g.Label == l }); i >= 0 {
			out = append(out, table[i])
		}
	}
	return out
}
