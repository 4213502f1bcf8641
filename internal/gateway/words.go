package gateway

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/jsontext"
)

// ofProtocol reports a string that is none of the text of a request: what a field of the protocol chooses, what a
// program or an upstream named, the name of a function, and what only the upstream can read.
func ofProtocol(at jsontext.Path, s string) bool {
	name := at.Last()
	switch {
	case opaque(name):
		return unspaced(s)
	case !protocol(s):
		return false
	case slices.Contains(named(), name), called(at):
		return true
	}
	return slices.Contains(chosen(), name) && !strings.ContainsFunc(s, unicode.IsUpper)
}

// named are the fields that hold what a program or an upstream named.
func named() []string {
	return []string{
		"model", "id", "tool_call_id", "call_id", "tool_use_id", "item_id", "previous_response_id", "required", "$ref",
		"allowed_tools", "tool_names", "server_label", "server_name", "mcp_server_name",
	}
}

// chosen are the fields that hold one of a few words of the protocol, in small letters.
func chosen() []string {
	return []string{
		"role", "type", "status", "object", "encoding_format", "service_tier", "effort", "tool_choice", "truncation",
		"include", "verbosity", "modalities", "format", "detail", "summary", "function_call",
	}
}

// known are the fields of a request in which the protocol has fields of its own.
func known() []string {
	return []string{
		"messages", "input", "system", "tools", "functions", "tool_choice", "response_format", "text", "reasoning",
		"thinking", "function_call", "mcp_servers",
	}
}

// free reports a place in which the user has fields of any name: in what a function is given,
// in examples of that, and in what is not known.
func free(at jsontext.Path) bool {
	fields := 0
	for i, step := range at {
		if step != "[]" {
			fields++
		}
		within := i+1 < len(at) && at[i+1] != "[]"
		deeper := slices.ContainsFunc(at[i+1:], func(s string) bool { return s != "[]" })
		switch step {
		case "input", "arguments":
			if within {
				return true
			}
		case "examples", "default", "const":
			if deeper {
				return true
			}
		}
	}
	return fields > 1 && !slices.Contains(known(), at[0])
}

// called reports the name of a function, in the places where it is one.
func called(at jsontext.Path) bool {
	if at.Last() != "name" {
		return false
	}
	before := at[:len(at)-1].Last()
	return slices.Contains([]string{
		"function", "tools", "functions", "function_call", "tool_choice", "json_schema",
		"format", "input", "content", "mcp_servers",
	}, before)
}

// unspaced reports what has no blank, as data has none.
func unspaced(s string) bool { return !strings.ContainsFunc(s, unicode.IsSpace) }

// opaque reports the fields whose values the upstream made, and no one else can read.
func opaque(name string) bool {
	return name == "signature" || name == "encrypted_content" || name == "encrypted_index"
}

// protocol reports what may be a word of the protocol and no text.
func protocol(s string) bool {
	return len(s) > 0 && len(s) <= 256 && !strings.ContainsFunc(s, func(c rune) bool {
		return !plain(c, "_-.:/,=*;+$#")
	}) && !strings.Contains(s, "://")
}

// capital reports a word that begins as a name does.
func capital(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}
