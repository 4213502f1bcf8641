package pattern

import "strings"

// profileHosts are the sites where the first or a later part of the path is
// somebody's name: the rest of the path says which part. "*" is a name at the
// root; another word stands before the name.
var profileHosts = map[string]string{
	"paypal.me": "*", "paypal.com": "paypalme", "x.com": "*", "twitter.com": "*", "instagram.com": "*",
	"facebook.com": "*", "fb.com": "*", "fb.me": "*", "m.me": "*", "tiktok.com": "*", "linkedin.com": "in pub profile",
	"lnkd.in": "in", "snapchat.com": "add", "t.me": "*", "telegram.me": "*", "wa.me": "*", "threads.net": "*",
	"threads.com": "*", "github.com": "*", "gitlab.com": "*", "youtube.com": "c user", "twitch.tv": "*",
	"pinterest.com": "*", "pinterest.fr": "*", "soundcloud.com": "*", "onlyfans.com": "*", "patreon.com": "*",
	"ko-fi.com": "*", "buymeacoffee.com": "*", "linktr.ee": "*", "venmo.com": "u code *", "cash.app": "*",
	"revolut.me": "*", "vinted.fr": "member", "vk.com": "*", "xing.com": "profile", "medium.com": "*",
	"tumblr.com": "*", "strava.com": "athletes", "behance.net": "*", "dribbble.com": "*", "bsky.app": "profile",
	"reddit.com": "user u", "discord.com": "users", "flickr.com": "people photos", "last.fm": "user",
	"goodreads.com": "user", "steamcommunity.com": "id profiles", "about.me": "*", "calendly.com": "*", "vsco.co": "*",
	"vimeo.com": "*", "bandcamp.com": "*", "poshmark.com": "closet", "etsy.com": "people shop", "leetchi.com": "c",
	"lydia-app.com": "*", "ask.fm": "*", "curiouscat.live": "*", "ngl.link": "*", "letterboxd.com": "*",
	"line.me": "ti",
}

// notProfiles are first parts of a path at the root of such sites that are
// nobody's name.
var notProfiles = set("p reel reels explore stories watch groups events marketplace pages share sharer home search " +
	"hashtag intent i login signup help about settings privacy terms legal policies policy " +
	"tag tags discover channel playlist shorts video videos live status messages notifications jobs company school " +
	"feed topics features pricing download app apps blog docs r gaming photo story.php permalink.php " +
	"s joinchat addstickers dialog tr plugins ads business developers creators security collections trending " +
	"sponsors orgs codespaces")

// profile reports the address of somebody's page: a site of pages of people, and a
// name in the path.
func profile(address string) bool {
	if i := strings.Index(address, "://"); i >= 0 {
		address = address[i+3:]
	}
	host, path, _ := strings.Cut(address, "/")
	host = strings.ToLower(host)
	names, ok := profileHosts[host]
	for !ok { // "fr.linkedin.com", "www.x.com"
		var rest string
		if _, rest, ok = strings.Cut(host, "."); !ok {
			return false
		}
		host = rest
		names, ok = profileHosts[host]
	}
	path, query, _ := strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	first, rest, _ := strings.Cut(path, "/")
	for part := range strings.FieldsSeq(names) {
		if part != "*" && strings.EqualFold(first, part) {
			second, _, _ := strings.Cut(rest, "/")
			return len(second) > 1
		}
	}
	if strings.HasPrefix(first, "@") || strings.HasPrefix(first, "~") ||
		first == "profile.php" && strings.HasPrefix(query, "id=") {
		return true
	}
	return strings.Contains(names, "*") && len(first) > 2 && !notProfiles[strings.ToLower(first)]
}
