package coref

import (
	"strings"
	"sync"
)

// shortNames are short forms that the lexicon's lists do not have, of German
// Switzerland above all, whose -u, -i and -li it does not know: a first name,
// two with a plus, then what it is called, in plain letters without doubled ones.
const shortNames = `alexander: sandu sandi
andreas: res resu andu andi
anna: aneli anke ankan
arnold: noldi
asuncion: asun
barbara: babi
bary: baz baza
benedikt: banz
benjamin: beni
bernhard: banu
brigite: brige
christian: chrigu chrigi tinu hitsch hitschi
christoph: stof stofi
conrad konrad: kudi koni
daren: daz daza
daniel: danu danel dani
didier: did didou
domingo: txomin
dorothea: doro dorli
edgar: edgi
elisabeth: betli bethli lisi liesel lisebet
emanuel: manu manueli
fabian: fabu
florian: floru
franz: franzi
friedrich: fritzli fridu fridel
giuseppe: gepi sepi
gary gareth: gaz gaza
gotfried: godi gopf gopfi
hampus: hampan
hans: housi hausi hansli hanselman
heinrich: heiri hene heiru
jakob: jogi kobi kobu
jeremy: jez jeza
jean: jeanot
jeanete: netan
johannes: hans housi
jose+maria: chema txema
jose+luis: pepelu josele
josef: joschi bepi sepli
juan+carlos: juancar juanca
juan+jose: juanjo
juan+manuel: juanma
jurg: jurgu jogu
karl: kari kalu
katharina: kathi katheli katri
lukas: luku luki
magali: maga
manfred: mani
marcel: marcu marsu
maria: meieli maili marili
maria+jose: majo marijo
maria+teresa: maite mayte
maria+luisa: marisa
maria+isabel: maribel
markus: kusu marku
martin: tinu martel
mathias matias: matu math
michael: miche michu migu migi mige
monika: mone
nadja: nadi
oliver: olu
pascal: pascu
patrick: padu padi
peter: pesche pesch pedi
purificacion: puri
raphael: rafu raphu
robert: robi robu
roland: rolu rola
rolf: rofe
rosa: rosli rose
rudolf: ruedi ruedu rudu
salvatore: toto totuccio
samuel: samu sami
simon: simu
stefan: stefu
thomas: tomu thomu tomi
tobias: tobu
tiziana: tizi titi
urs: ursu
ursula: ursi ursle
verena: vrene vreneli vreni vrenli
walter: walu wadi wali
werner: werni wernu
`

// shortTable gives the first names that a short form of shortNames stands for.
var shortTable = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(shortNames) {
		names, shorts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, short := range strings.Fields(shorts) {
			out[short] = append(out[short], strings.Fields(strings.ReplaceAll(names, "+", ""))...)
		}
	}
	return out
})
