//go:build e2e

package main_test

import "testing"

// TestPageNarrow: on a telephone's width nothing of the page stands beside the screen, in any
// language, with messages, with what stands beside them and with an audit's plan; a word that
// was chosen is masked and kept without scrolling.
func TestPageNarrow(t *testing.T) {
	p := newPage(t)
	p.size(360, 740)
	p.goTo(p.base)
	p.choose("policy", "seekhide")
	p.choose("lang", "fr")
	p.ready()
	p.drop("sms-de-la-famille-et-du-travail-2023-2024.csv",
		"id,text,sender_telephone_number\n1,coucou Patrice on se voit demain ?,Rosalie\n2,"+
			"https://example.com/unmotquinapasdefinetquiestplusLargequunecrandetelephone,Rosalie\n")
	const in = `(() => { const { top, bottom } = document.querySelector("#undo").getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()`
	p.tap("#row-0 .raw:first-child .word:nth-child(2)")
	if !eval[bool](p.tab, in) {
		t.Error("beside a word that was chosen there is no button to mask it")
	}
	p.shot("narrow-list")
	p.tap("#keep-all")
	p.wait(`document.querySelector("#row-0 .raw:last-child").textContent.includes("Patrice")`)
	p.tap("#undo")
	p.wait(`!document.querySelector("#row-0 .raw:last-child").textContent.includes("Patrice")`)
	p.tap("#plan")
	p.wait(`!document.querySelector("#audit").hidden`)
	if !eval[bool](p.tab, in) {
		t.Error("beside the plan no button is left")
	}
	for _, lang := range []string{"fr", "en", "de", "es", "it", "sv"} {
		p.choose("interface", lang)
		const over = `[...document.querySelectorAll("body *")].filter((e) => e.getClientRects().length &&
			e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.id || e.className || e.tagName).join(" ")`
		if wide := eval[string](p.tab, over); wide != "" {
			t.Errorf("%s: beside the screen: %s", lang, wide)
		}
		eval[bool](p.tab, `(document.querySelector("#audit").scrollIntoView(), true)`)
		p.shot("narrow-plan-" + lang)
		eval[bool](p.tab, `(scrollTo(0, 0), true)`)
		p.shot("narrow-" + lang)
	}
	p.clean(p.base)
}
