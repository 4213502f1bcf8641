package pattern

// tagNames are the tags as pattern-words.tsv writes them.
var tagNames = map[string]tag{
	"at": tagAt, "at-sure": tagAtSure, "at-tail": tagAtTail, "dot": tagDot, "joint": tagJoint, "account": tagAccount, "folder": tagFolder,
	"code": tagCode, "secret": tagSecret, "order": tagOrder, "phone": tagPhone, "is": tagIs, "fill": tagFill,
	"street": tagStreet, "via": tagVia, "place": tagPlace, "road": tagRoad, "inside": tagInside, "link": tagLink,
	"of": tagOf, "of-capital": tagOfCapital, "title": tagTitle, "stop": tagStop, "bis": tagBis, "town": tagTown,
	"home": tagHome, "born": tagBorn, "repeat": tagRepeat, "big": tagBig, "pem": tagPEM, "plus": tagPlusWord,
	"answers": tagAnswers, "postal": tagPostal, "part": tagPart,
}
