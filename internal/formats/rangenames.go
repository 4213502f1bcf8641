package formats

import (
	"fmt"
	"strings"
)

// maxRanges bounds the names of ranges and tables of a workbook.
const maxRanges = 100_000

// callsSheet reports an attribute that gives a sheet its name.
func callsSheet(t xmlToken, a xmlAttr) bool {
	return t.name == "sheet" && a.name == "name" || t.name == "table" && a.name == "table:name"
}

// callsRange reports an attribute that gives a range, a table or a formula a name that
// formulas say.
func callsRange(t xmlToken, a xmlAttr) bool {
	switch t.name {
	case "definedName":
		return a.name == "name"
	case "table":
		return a.name == "name" || a.name == "displayName"
	case "named-range", "named-expression", "database-range", "data-pilot-table":
		return a.name == "table:name"
	}
	return false
}

// addRange gives a range its name; what programs call themselves stays.
func (n *sheetNames) addRange(name string) error {
	key := strings.ToLower(name)
	if strings.HasPrefix(key, "_xlnm.") || strings.HasPrefix(key, "__anonymous_") || name == "" {
		return nil
	}
	if n.idents == nil {
		n.idents = map[string]string{}
	}
	if _, ok := n.idents[key]; ok {
		return nil
	}
	if len(n.idents) == maxRanges {
		return fmt.Errorf("more than %d names of ranges", maxRanges)
	}
	n.idents[key] = fmt.Sprintf("Name%d", len(n.idents)+1)
	return nil
}

// noteRanges says that ranges have new names; "" where there are none.
func (n *sheetNames) noteRanges() string {
	if len(n.idents) == 0 {
		return ""
	}
	return "its ranges and tables are called Name1 and so on in what comes out: such a name may be somebody's"
}

// rangeWord is what may be a name of a range in a formula.
var rangeWord = WhenAsked(`[\pL_\\][\pL\pN_.\\?]*`)

// pointRanges gives a formula, or what stands alone, the new names of ranges.
func (n *sheetNames) pointRanges(v string) string {
	if len(n.idents) == 0 {
		return v
	}
	return rangeWord().ReplaceAllStringFunc(v, func(word string) string {
		if to, ok := n.idents[strings.ToLower(word)]; ok {
			return to
		}
		return word
	})
}

// programStyle is what programs call the styles of cells that nobody named.
var programStyle = WhenAsked(`^(?:[A-Za-z]{1,4}\d+(?:P\d+)?|Default)?$`)

// addStyle gives a style its name.
func (n *sheetNames) addStyle(name string) error {
	if n.styles == nil {
		n.styles = map[string]string{}
	}
	if _, ok := n.styles[name]; ok || programStyle().MatchString(name) {
		return nil
	}
	if len(n.styles) == maxRanges {
		return fmt.Errorf("more than %d names of styles", maxRanges)
	}
	n.styles[name] = fmt.Sprintf("Style%d", len(n.styles)+1)
	return nil
}

// style is the new name of the style that an attribute names; false where it names none.
func (n *sheetNames) style(attribute, v string) (string, bool) {
	if n == nil || attribute != "style:name" && !strings.HasSuffix(attribute, "-name") {
		return "", false
	}
	to, ok := n.styles[v]
	return to, ok
}
