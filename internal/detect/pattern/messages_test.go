package pattern

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

// messages are whole messages with all that is to be found in them between ‹
// and ›, and the kinds of the finds in order.
var messages = []struct{ lang, text, kinds string }{
	{"en", "call me on ‹oh seven seven hundred nine double-oh one two three›", "phone-spelled"},
	{"en", "my number's ‹0 seven 7 0 0 9 0 0 1 2 3›", "phone-spelled"},
	{"en", "text me at ‹07700 900123› luv", "phone-in"},
	{"en", "email me ‹bob dot smith at gmail dot com›", "email-spelled"},
	{"en", "‹bob.smith(at)gmail(dot)com› is my addy", "email-spelled"},
	{"en", "my addy is ‹14 st johns rd, flat 3b›", "address-en"},
	{"en", "send it to [StreetAddress]\n ‹TYSTBERGA›\n ‹Sweden› ZIP_CODE", "address-place address-place"},
	{"de", "ich wohne [StreetAddress], NNNNN ‹Erfurt›", "address-place"},
	{"en", "SHIPPING ADDRESS\nRAJESHVEER KHANNADOR\nFRANCE", ""}, // a form, and whose it is
	{"en", "MY ADDRESS IS WRONG", ""},
	{"en", "ALL ADDRESSES\nPARIS\nFRANCE", ""},
	{"en", "ADDRESSPARIS, ZIP_CODES ADDRESS [StreetAddress]es", ""},
	{"en", "its ‹221B baker st› ‹nw1 6xe›", "address-en gb-postcode"},
	{"en", "my dob is ‹3/4/87›", "date-birth"},
	{"en", "wifi password: ‹Tr0ub4dor&3›", "code"},
	{"en", "my snap is ‹bobby_b99› add me", "account"},
	{"en", "sort code ‹20-00-00› acc no ‹55779911›", "code reference"},
	{"en", "call ‹(212) 555 0199 ext 4›", "phone-us"},
	{"en", "booking ref ‹QX7T2P›", "reference"},
	{"en", "order #‹1029384›", "reference"},
	{"en", "ip is ‹81.2.69.142› lol", "ipv4"},
	{"en", "insta: @‹bobby.b99›", "handle"},
	{"en", "‹041 972 77 12› is my cell", "phone"},
	{"en", "the phone is ‹+48 60 123 12 34›", "phone-pl"},
	{"en", "‹001-934-553-1234x12345›", "phone-us"},
	{"en", "my card is ‹30569309025904›", "card"},
	{"en", "visit ‹http://www.example.com/› or ‹www.example.net›", "url url-bare"},
	{"en", "Miami, FL ‹33101› ok", "zip-us"},
	{"de", "ruf mich an ‹null eins fünf eins zwei drei vier fünf sechs sieben acht›", "phone-spelled"},
	{"de", "‹0151-234 567 89› bitte", "phone-de"},
	{"de", "‹+49 (0)151 23456789›", "phone-de"},
	{"de", "schreib an ‹max punkt mustermann klammeraffe web punkt de›", "email-spelled"},
	{"de", "wohne ‹musterstr 12› in ‹10115› berlin", "address-de zip"},
	{"de", "‹lindenallee 5a› ‹50667› ‹köln›", "address-de zip address-place"},
	{"de", "geb. am ‹3.4.87›", "date-birth"},
	{"de", "iban ‹DE89 3704 0044 0532 0130 00›", "iban"},
	{"de", "kennzeichen ‹B-MW 1234›", "de-plate"},
	{"de", "türcode ist ‹4711#›", "code"},
	{"gsw", "min nummere isch ‹079 123 45 67›", "phone"},
	{"gsw", "mini ahv isch ‹756.9217.0769.85›", "ch-ahv"},
	{"gsw", "‹null siebe nüün eis zwei drü vier füf sächs siebe›", "phone-spelled"},
	{"it", "chiamami al ‹tre quattro sette uno due tre quattro cinque sei sette›", "phone-spelled"},
	{"it", "il mio numero è ‹347 1234567›", "phone-it"},
	{"it", "scrivimi a ‹mario punto rossi chiocciola libero punto it›", "email-spelled"},
	{"it", "abito in ‹via garibaldi 12› ‹20121› ‹milano›", "address-es-it zip address-place"},
	{"it", "cf ‹RSSMRA85T10A562S›", "it-fiscal"},
	{"it", "il codice del cancello è ‹4589›", "code"},
	{"es", "mi num es ‹612 34 56 78›", "phone-es"},
	{"es", "mi correo es ‹ana punto lopez arroba gmail punto com›", "email-spelled"},
	{"es", "vivo en ‹c/ mayor 12 3º b›", "address-es-it"},
	{"de", "klingel bei ‹lindenallee 5a, hinterhaus 2. og links›", "address-de"},
	{"it", "sto in ‹via garibaldi 12 scala B int 6›", "address-es-it"},
	{"sv", "bor på ‹storgatan 12 c lgh 1203›, titta in", "address-sv"},
	{"fr", "on est au ‹12 rue de la paix bat C 3e etage gauche›, monte", "address-fr"},
	{"en", "we are at ‹14 st johns rd› floor it", "address-en"},
	{"es", "‹calle san vicente 45›, ‹46002› ‹valencia›", "address-es-it zip address-place"},
	{"es", "nací el ‹3 de abril de 1987›", "date-birth"},
	{"es", "mi nie ‹X1234567L›", "es-nie"},
	{"es", "la clave del wifi es ‹gato1234›", "code"},
	{"sv", "ring mig på ‹noll sju noll ett två tre fyra fem sex sju›", "phone-spelled"},
	{"sv", "mitt nr är ‹070-123 45 67›", "phone-se"},
	{"sv", "bor på ‹storgatan 12b›, ‹114 55› ‹stockholm›", "address-sv zip address-place"},
	{"sv", "maila ‹lotta punkt berg snabel-a telia punkt se›", "email-spelled"},
	{"sv", "portkod ‹4589›", "code"},
	{"ja", "電話は‹090-1234-5678›です", "phone-jp"},
	{"ja", "電話番号は‹090ー1234ー5678›", "phone-jp"},
	{"ja", "〒‹150-0001› 東京都渋谷区神宮前1-2-3", "zip-jp"},
	{"ja", "メールは‹taro.yamada@example.co.jp›です", "email"},
	{"ja", "誕生日は‹1987年4月3日›です", "date-birth"},
	{"ja", "私のLINE IDは‹taro_1987›です", "reference"},
	{"fr", "mon code de cb c ‹4970 1012 3456 7893› exp 12/14", "card"},
	{"fr", "n° de dossier CAF ‹1234567›", "reference"},
	{"fr", "on se retrouve au ‹3 place de la comédie›", "address-fr"},
	{"fr", "‹06-12-34-56-78›/‹04 67 12 34 56›", "phone-fr phone-fr"},
	{"fr", "ma plaque c ‹aa 123 bb›", "fr-plate"},
	{"fr", "tél : ‹01.23.45.67.89› / ‹06.12.34.56.78›", "phone-fr phone-fr"},
	{"fr", "‹12 rue de la paix› ‹75002› ‹paris› 2e etage porte gauche", "address-fr zip-fr address-place"},
	{"fr", "jhabite au ‹27 avenue de la justice›, code ‹B2508›", "address-fr code"},
	{"fr", "wifi: Livebox, clé ‹F4E19B7A22›, maj partout", "code"},
	{"fr", "le billet est au nom de X, dossier ‹QZKRTP›, départ 14h12 voie 3", "reference"},
	{"fr", "numéro de sécu ‹2 69 05 49 588 157 80› pour la mutuelle", "fr-nir"},
	{"fr", "tel‹0612345678›bisous", "phone-glued"},
	{"fr", "‹rue du Lac 9›, ‹1004› ‹Renens›", "address-fr zip address-place"},
	{"de", "wohne ‹Seeweg 9›, ‹4410› ‹Lieschtu›", "address-de zip address-place"},
	{"de", "Stimmt ‹Am Mühlbach 3›, ‹99084› ‹Erfurt›?", "address zip address-place"},
	{"de", "ihr wohnt doch ‹An der Linde 14a›, ‹A-1010› ‹Wien›", "address zip address-place"},
	{"de", "geb. ‹01041962›, bin noch da", "date-birth"},
	{"it", "sta in ‹via Verdi 4›, ‹6900› ‹Lugano›", "address-es-it zip address-place"},
	{"sv", "född ‹850412›, bankgiro ‹536-2918›", "date-birth se-giro"},
	{"es", "su pedido ‹ES-7731-20448› sale", "reference"},
	{"en", "sort code ‹20-45-11›, acc ‹40917263›", "code reference"},
	{"ja", "生年月日は‹平成元年1月8日›", "date-birth"},
}

// TestMessages runs the detector as a pipeline does: all kinds, the language
// of the message, and overlapping finds fused.
func TestMessages(t *testing.T) {
	d := cached(t, Config{})
	for _, m := range messages {
		text := fixture.Unmarked(m.text)
		spans, err := d.Detect(t.Context(), &bauta.Doc{Message: bauta.Message{Text: text, Lang: m.lang}, Shadow: text})
		if err != nil {
			t.Fatal(err)
		}
		fused := bauta.Fuse(len(text), spans)
		var kinds []string
		for _, s := range fused {
			kinds = append(kinds, s.Why)
		}
		if marked := fixture.Marked(text, fused); marked != m.text || strings.Join(kinds, " ") != m.kinds {
			t.Errorf("%s: got %q %v, want %q %s", m.lang, marked, kinds, m.text, m.kinds)
		}
	}
}

// What stands before or after a message changes nothing in it, once a line
// ends between them.
func TestMessagesAmongOthers(t *testing.T) {
	d := cached(t, Config{})
	for _, m := range messages {
		text := fixture.Unmarked(m.text)
		alone := bauta.Fuse(len(text), run(t, d, text))
		const before, after = "salut ca va ?!\n\n", "\n\na plus !"
		among := bauta.Fuse(len(before+text+after), run(t, d, before+text+after))
		if len(alone) != len(among) {
			t.Errorf("%q: %d finds alone, %d among others: %s", text, len(alone), len(among), show(before+text+after, among))
			continue
		}
		for i := range alone {
			if among[i].Start != alone[i].Start+len(before) || among[i].End != alone[i].End+len(before) {
				t.Errorf("%q: find %d moved", text, i)
			}
		}
	}
}

// Capitals and small letters make no difference to what is a number.
func TestMessagesInCapitals(t *testing.T) {
	d := cached(t, Config{})
	for _, m := range messages {
		kind, _, _ := strings.Cut(m.kinds, " ")
		if !strings.HasPrefix(kind, "phone") && kind != "iban" && kind != "card" && kind != "email" && kind != "ipv4" {
			continue
		}
		text := fixture.Unmarked(m.text)
		upper := strings.ToUpper(text)
		if len(upper) != len(text) {
			continue
		}
		if a, b := len(run(t, d, text)), len(run(t, d, upper)); a > 0 && b == 0 {
			t.Errorf("%q is not found in capitals", text)
		}
	}
}
