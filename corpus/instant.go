package corpus

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// layouts are the ways to write a time that are understood; others leave the
// message without time.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02",
	"02/01/2006 15:04:05", "02/01/2006 15:04", "02/01/2006", "02.01.2006 15:04", "02.01.2006",
	"Mon, 2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05 -0700", time.RFC1123, // mail
	"Monday, January 2, 2006 at 3:04:05 PM MST", "Jan 2, 2006 3:04:05 PM", // Google Chat, iMessage
}

// parseTime reads a time, also as seconds or milliseconds since 1970.
func parseTime(s string) time.Time {
	if s == "" || len(s) > 60 || !utf8.ValidString(s) {
		return time.Time{}
	}
	s, _, _ = strings.Cut(strings.Join(strings.Fields(s), " "), " (") // (UTC)
	for _, l := range layouts {
		if t, err := time.Parse(l, s); err == nil {
			return t
		}
	}
	return since1970(s)
}

// since1970 reads seconds, with a part of one, or milliseconds, from 2001 to 2286: numbers of
// ten or thirteen digits.
func since1970(s string) time.Time {
	whole, part, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case err != nil || n < 0:
		return time.Time{}
	case len(whole) == 13 && part == "":
		return time.UnixMilli(n).UTC()
	case len(whole) != 10:
		return time.Time{}
	}
	f, err := strconv.ParseFloat("0."+part, 64)
	if part != "" && err != nil {
		return time.Time{}
	}
	return time.Unix(n, int64(math.Round(f*1e6))*1000).UTC()
}
