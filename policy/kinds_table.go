package policy

import "github.com/bauta/bauta"

// Kind is what the policy knows of a type.
type Kind struct {
	Label bauta.Label
	Group string // PII, CII or Other (AnonyMate, table 1)
	// Code is the tag of the type in the codes of Seek&Hide; Parts those of the
	// parts of a name.
	Code  string
	Parts map[bauta.Part]string
}

// Kinds is the table of all types, in the order of the guidelines.
var Kinds = []Kind{
	{bauta.Person, "PII", "PRE", map[bauta.Part]string{bauta.First: "PRE", bauta.Last: "NOM", bauta.Nick: "SUR"}},
	{bauta.Address, "PII", "ADR", nil},
	{bauta.ZipCode, "PII", "COD", nil},
	{bauta.Location, "PII", "LIE", nil},
	{bauta.Email, "PII", "MEL", nil},
	{bauta.Phone, "PII", "TEL", nil},
	{bauta.UID, "PII", "COD", nil},
	{bauta.IPAddress, "PII", "COD", nil},
	{bauta.Date, "Other", "AUT", nil},
	{bauta.Organization, "CII", "MAR", nil},
	{bauta.Product, "CII", "MAR", nil},
	{bauta.Facility, "CII", "LIE", nil},
	{bauta.URL, "CII", "URL", nil},
	{bauta.Nationality, "Other", "AUT", nil},
	{bauta.Geographical, "Other", "LIE", nil},
	{bauta.Event, "Other", "AUT", nil},
	{bauta.WorkOfArt, "Other", "AUT", nil},
	{bauta.Language, "Other", "AUT", nil},
	{bauta.MeasureUnit, "Other", "AUT", nil},
	{bauta.Misc, "Other", "AUT", nil},
	{bauta.MedChem, "Other", "AUT", nil},
	{bauta.SportsTeam, "Other", "AUT", nil},
	{bauta.KnownGroup, "Other", "AUT", nil},
	{bauta.KnownFigure, "Other", "AUT", nil},
	{bauta.FictionalFigure, "Other", "AUT", nil},
}

// kindOf finds a type by its name.
func kindOf(label string) (Kind, bool) {
	for _, k := range Kinds {
		if string(k.Label) == label {
			return k, true
		}
	}
	return Kind{}, false
}

// codeTags gives the tags of the code operator, by label and by label.part.
func codeTags() map[string]string {
	tags := map[string]string{}
	for _, k := range Kinds {
		tags[string(k.Label)] = k.Code
		for part, tag := range k.Parts {
			tags[string(k.Label)+"."+string(part)] = tag
		}
	}
	return tags
}
