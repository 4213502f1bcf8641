package settle

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// Announcers takes names away that are the words by which identifiers are
// announced: an IBAN is nobody, though the lists know one who is called so. The
// user's own words stay.
type Announcers struct{}

var _ bauta.Settler = Announcers{}

// announcers are such words, folded, and longestAnnouncer bounds them in bytes.
var announcers = set(`iban bic swift ip mac pin puk cvv cvc imei isbn siren siret nir ahv avs uid bsn niss cpr dni nie nif cif cpf
	cnpj ssn ein nhs nino tin vat tva mwst ust iva cap plz cp tel tél fax gsm sms mms mail email url wifi wlan vpn id nr no cb visa
	mastercard eircode postcode bankgiro plusgiro konto insta snap snapchat tiktok twitch whatsapp`)

const longestAnnouncer = 10

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// Name is "announcers".
func (Announcers) Name() string { return "announcers" }

// Settle takes them away.
func (Announcers) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		if !person(s) || s.By(lexicon.RuleListed) || s.Len() > longestAnnouncer {
			return false
		}
		return announcers[lexicon.Fold(d.Surface(s.Start, s.End))]
	}), nil
}
