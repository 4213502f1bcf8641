//go:build e2e

package main_test

import "testing"

// TestAuditByNames: unit and alpha are chosen on the page before the first look; a digit counts one
// name more in its row and begins again behind the most that count; Enter saves.
func TestAuditByNames(t *testing.T) {
	onBoth(t, leaky(), func(t *testing.T, s *stand) {
		anna := s.visit("anna", "review")
		anna.goTo(s.base + "/p/sms/audit")
		anna.wait(`document.querySelector("select[name=unit]")`)
		eval[bool](anna, `document.querySelector("select[name=unit]").value = "name", document.querySelector("input[name=alpha]").value = "1", true`)
		anna.submit(`form[action$="/audit/begin"] button`)
		anna.wait(`document.querySelector("#screen input[type=number]") && document.getElementById("work").dataset.keys`)
		counts := func(times int, want string) {
			t.Helper()
			for range times {
				anna.press("3")
			}
			anna.wait(`document.querySelector('[data-digit="3"]').value === "` + want + `" && document.activeElement.dataset.digit === "3"`)
		}
		counts(2, "2")
		anna.wait(`document.querySelector('[data-digit="3"]').closest("label").classList.contains("leaks")`)
		counts(2, "0")
		counts(1, "1")
		key := eval[string](anna, `document.querySelectorAll("input[name=row]")[2].value`)
		anna.press("Enter")
		anna.wait(`document.querySelector("input[name=row]") === null || ![...document.querySelectorAll("input[name=row]")].some((i) => i.value === "` + key + `")`)
		anna.wait(`document.querySelector(".standing").textContent.length > 0 && document.getElementById("work").dataset.keys`)
	})
}
