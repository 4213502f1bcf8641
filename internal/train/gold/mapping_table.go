package gold

import "github.com/bauta/bauta"

// Two targets need a look at the text: the unit word of an amount, and a
// Spanish territory that is a post code when it has five digits.
const (
	unitWord  bauta.Label = "unit word"
	territory bauta.Label = "territory"
)

// labelMap says what the labels of a set become. A label that is missing
// becomes nothing. The table is the one in the project's guidelines for types.
func labelMap(set string) map[string]bauta.Label {
	switch set {
	case "multiconer_v2":
		return multiconer2
	case "multiconer_v1":
		return multiconer1
	case "wnut17":
		return wnut
	case "btc", "wikigold", "swedish_ner_corpus":
		return conll
	case "germeval2014":
		return germeval
	case "winer_fr":
		return winer
	case "mobie_de":
		return mobie
	case "meddocan_es":
		return meddocan
	case "nlu_eval_en":
		return nlu
	case "polyai":
		return polyai
	case "ntrex":
		return ntrex
	}
	return nil
}

var multiconer2 = map[string]bauta.Label{
	"Artist": bauta.Person, "Athlete": bauta.Person, "Politician": bauta.Person, "Cleric": bauta.Person,
	"Scientist": bauta.Person, "SportsManager": bauta.Person, "OtherPER": bauta.Person,
	"HumanSettlement": bauta.Location, "OtherLOC": bauta.Geographical,
	"Facility": bauta.Facility, "Station": bauta.Facility,
	"ORG": bauta.Organization, "PublicCorp": bauta.Organization, "PrivateCorp": bauta.Organization,
	"CarManufacturer": bauta.Organization, "AerospaceManufacturer": bauta.Organization,
	"SportsGRP": bauta.SportsTeam, "MusicalGRP": bauta.KnownGroup,
	"VisualWork": bauta.WorkOfArt, "MusicalWork": bauta.WorkOfArt, "WrittenWork": bauta.WorkOfArt, "ArtWork": bauta.WorkOfArt,
	"Software": bauta.Product, "Vehicle": bauta.Product, "OtherPROD": bauta.Product,
	"Medication/Vaccine": bauta.MedChem, "Disease": bauta.MedChem, "Symptom": bauta.MedChem,
	"MedicalProcedure": bauta.MedChem, "AnatomicalStructure": bauta.MedChem,
}

var multiconer1 = map[string]bauta.Label{
	"PER": bauta.Person, "LOC": bauta.Location, "CORP": bauta.Organization, "GRP": bauta.Organization,
	"PROD": bauta.Product, "CW": bauta.WorkOfArt,
}

var wnut = map[string]bauta.Label{
	"person": bauta.Person, "location": bauta.Location, "corporation": bauta.Organization,
	"group": bauta.KnownGroup, "product": bauta.Product, "creative-work": bauta.WorkOfArt,
}

var conll = map[string]bauta.Label{
	"PER": bauta.Person, "LOC": bauta.Location, "ORG": bauta.Organization, "MISC": bauta.Misc,
}

var germeval = map[string]bauta.Label{
	"PER": bauta.Person, "LOC": bauta.Location, "ORG": bauta.Organization, "OTH": bauta.Misc, "LOCderiv": bauta.Nationality,
}

var winer = map[string]bauta.Label{
	"Person": bauta.Person, "Location": bauta.Location, "Organization": bauta.Organization,
	"Product": bauta.Product, "Event": bauta.Event, "Date": bauta.Date, "Hour": bauta.Date,
}

var mobie = map[string]bauta.Label{
	"person": bauta.Person, "location-city": bauta.Location, "location-street": bauta.Address,
	"location-stop": bauta.Facility, "location-route": bauta.Facility, "location": bauta.Location,
	"organization": bauta.Organization, "organization-company": bauta.Organization,
	"date": bauta.Date, "time": bauta.Date,
	"duration": unitWord, "number": unitWord, "distance": unitWord, "money": unitWord, "percent": unitWord,
}

var meddocan = map[string]bauta.Label{
	"NOMBRE_SUJETO_ASISTENCIA": bauta.Person, "NOMBRE_PERSONAL_SANITARIO": bauta.Person,
	"CALLE": bauta.Address, "TERRITORIO": territory, "PAIS": bauta.Location, "FECHAS": bauta.Date,
	"CORREO_ELECTRONICO": bauta.Email, "NUMERO_TELEFONO": bauta.Phone, "NUMERO_FAX": bauta.Phone,
	"ID_SUJETO_ASISTENCIA": bauta.UID, "ID_TITULACION_PERSONAL_SANITARIO": bauta.UID,
	"ID_ASEGURAMIENTO": bauta.UID, "ID_CONTACTO_ASISTENCIAL": bauta.UID, "ID_EMPLEO_PERSONAL_SANITARIO": bauta.UID,
	"HOSPITAL": bauta.Facility, "CENTRO_SALUD": bauta.Facility, "INSTITUCION": bauta.Organization,
}

var nlu = map[string]bauta.Label{
	"person": bauta.Person, "place_name": bauta.Location,
	"business_name": bauta.Organization, "transport_agency": bauta.Organization, "radio_name": bauta.Organization,
	"event_name": bauta.Event, "email_address": bauta.Email,
	"date": bauta.Date, "time": bauta.Date, "timeofday": bauta.Date, "artist_name": bauta.KnownFigure,
	"song_name": bauta.WorkOfArt, "movie_name": bauta.WorkOfArt, "audiobook_name": bauta.WorkOfArt,
	"podcast_name": bauta.WorkOfArt, "app_name": bauta.Product, "game_name": bauta.Product,
}

var polyai = map[string]bauta.Label{
	"first_name": bauta.Person, "last_name": bauta.Person, "date": bauta.Date, "time": bauta.Date,
}

var ntrex = map[string]bauta.Label{
	"PERSON": bauta.Person, "LOCATION": bauta.Location, "ORGANIZATION": bauta.Organization, "FACILITY": bauta.Facility,
	"WORK_OF_ART": bauta.WorkOfArt, "EVENT": bauta.Event, "PRODUCT": bauta.Product, "NATIONALITY": bauta.Nationality,
}
