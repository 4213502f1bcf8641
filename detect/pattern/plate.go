package pattern

import (
	"strings"

	"github.com/bauta/bauta"
)

// plateRules are plates that look like other things: they are found beside a
// word that announces them, in every country.
var plateRules = []rule{{
	kind: "plate-it", shapes: []shape{{"[A-HJ-NPR-TV-Z]{2}[ -]?9{3}[ -]?[A-HJ-NPR-TV-Z]{2}", 0.1}}, whole: oneCase,
	context: []string{"targa", "targato", "targata"},
	yes:     []string{"targa ‹AB123CD›", "la targa è ‹ez 456 yx›", "targata ‹GA-001-ZZ›", "targa: ‹FM987KL›"},
	no:      []string{"AB123CD", "targa AB12CD", "targa IO123CD", "targa persa"},
}, {
	kind: "plate-es", shapes: []shape{{"9{4}[ -]?[B-DF-HJ-NP-TV-Z]{3}", 0.1}}, whole: oneCase,
	context: []string{"matricula", "coche", "placa"},
	yes:     []string{"matrícula ‹1234 BCD›", "el coche ‹5678FGH›", "matricula: ‹0012-xyz›", "placa ‹9999 ZZZ›"},
	no:      []string{"1234 BCD", "matrícula 1234 ABC", "matrícula 123 BCD", "coche 2012 del"},
}, {
	kind: "plate-se", shapes: []shape{{"[A-HJ-PR-UW-Z]{3}[ -]?9{2}[0-9A-Z]", 0.1}}, whole: oneCase,
	context: []string{"regnr", "registreringsnummer", "reg nr", "nummerplat", "registreringsskylt"},
	yes:     []string{"mitt regnr är ‹ABC 123›", "regnr ‹xyz12a›", "registreringsnummer ‹DEF456›", "reg nr: ‹GHJ 78K›"},
	no:      []string{"ABC 123", "regnr AB 123", "regnr ABC 12", "bilen har 123"},
}, {
	kind: "plate-ch", shapes: []shape{{"A{2}[ -]?9{1,6}", 0.1}}, check: canton,
	context: []string{"kontrollschild", "autonummer", "plaque", "nummernschild", "schild", "kennzeichen", "targa", "immatriculee", "immatriculation"},
	yes:     []string{"kontrollschild ‹ZH 123456›", "plaque ‹GE-98765›", "autonummer ‹BE 4321›", "targa ‹TI 224466›"},
	no:      []string{"ZH 123456", "plaque AB 1234", "plaque ZH 1234567", "kennzeichen folgt"},
}, {
	kind: "code-cjk", shapes: []shape{{"X{4,20}", 0.02}}, whole: hasDigits, context: []string{"パスワード", "暗証番号", "暗証コード", "비밀번호", "密码"},
	yes: []string{"パスワードは‹neko1234›です", "暗証番号 ‹4821›", "비밀번호: ‹abcd99›", "密码是‹qwe123›"},
	no:  []string{"neko1234", "パスワードを忘れた", "パスワードは20", "1234"},
}, {
	kind: "zip-jp", label: bauta.ZipCode, shapes: []shape{{"9{3}-9{4}", 0.02}}, context: []string{"〒", "郵便番号"},
	yes: []string{"〒‹150-0001› 東京都", "郵便番号‹100-8111›", "〒 ‹060-0808›", "〒‹900-0001›"},
	no:  []string{"150-0001", "郵便番号", "〒15-0001", "〒150-00012"},
}}

// cantons are the codes of the Swiss cantons.
var cantons = set("ag ai ar be bl bs fr ge gl gr ju lu ne nw ow sg sh so sz tg ti ur vd vs zg zh")

// canton verifies the canton of a Swiss plate.
func canton(c string) bool { return cantons[strings.ToLower(c[:2])] }
