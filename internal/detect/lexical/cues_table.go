package lexical

import "strings"

// The words that say most about what stands next to them, by language, in
// normal and in SMS spelling.
var cueWords = map[string]map[cue]string{
	"fr": {
		greeting: "salut slt coucou cc kikou kikoo kikou hello hey yo bonjour bjr bonsoir bsr re merci mci mrc merki bravo felicitations félicitations bienvenue allo allô desole désolé désolée dsl pardon anniversaire courage cher chère chere chers",
		itIs:     "c'est c'étais cest cé sé c's c'etait c'était cetait cété ici moi",
		of:       "de d du des dé",
		with:     "avec ac avc av chez ché ches pour pr sans contre entre voir vois vu voit appeler appelle",
		toward:   "à a vers en dans ds sur depuis dps jusqu jusqu'a jusqu'à quartier rue place gare arret arrêt",
		and:      "et é & + ou ni",
		det:      "le la les l un une au aux ce cet cette ces ct quel quelle kel kelle tout toute chaque plusieurs aucun aucune leur notre votre nos vos en très tres trop si plus moins pas bien",
		poss:     "mon ma mes ton ta tes son sa ses mn tn sn",
		subject:  "je j tu t il elle on nous ns vous vs ils elles me m te se s y ne n ke que k q qu ki qui k'",
		kin:      "mme mlle mr monsieur madame mademoiselle dr docteur prof tata tonton tatie tante oncle papi papy mamie mami cousin cousine parrain marraine",
		call:     "appelle appeler appel dis dit dire demande demander nomme prénom prenom nom signé signe texto rappelle embrasse bisous-à passe salue",
		kiss:     "bisous bisou bisoux biz bises bise bizou bizous bisouxx bsx bz bzx bisx love tchao ciao ++ @+ a+ atte att kiss kisses jtm jtd tendrement amicalement cordialement",
		be:       "est et es a as va vient arrive dit veut peut sera était etait avait aura fait part mange dort doit sait vas viens",
	},
	"en": {
		greeting: "hi hey hello dear yo thanks thank thanx thx ty sorry morning night evening happy welcome bye goodnight gm gn congrats wassup sup oi",
		itIs:     "it's its this that's thats is i'm im am called named",
		of:       "of from by",
		with:     "with wit w for to at and n meet met see saw ask asked tell told call called msg text txt miss love visit about like than",
		and:      "and n & + or",
		det:      "the a an any some no every da de very too so more not",
		poss:     "my your ur his her our their yr",
		subject:  "i u you he she we they it me us him them who that",
		kin:      "mr mrs ms miss dr prof sir uncle aunt aunty auntie cousin",
		call:     "call called ask tell told name names msg text txt",
		kiss:     "love xx xxx xxxx regards cheers kisses hugs luv",
		be:       "is was says said has had will can does did wants comes came goes went asked told called just",
	},
}

// cuesOf turns the table of a language into a look-up. Where a word stands
// under two cues the one named later in the order of the constants holds.
func cuesOf(lang string) map[string]cue {
	out := map[string]cue{}
	for c := range cues {
		for w := range strings.FieldsSeq(cueWords[lang][c]) {
			out[w] = c
		}
	}
	return out
}
