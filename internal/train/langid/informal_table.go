package langid

// informal lists, by language, what people write in messages and what news and
// textbooks do not have: abbreviations, greetings, laughter. Our own list.
var informal = map[string]string{
	"de": "hdl hdgdl lg vlg glg vllt evtl mfg bzgl kp kb wg iwie iwann irgendwie nix ned nich nichma isch hab habs hast gehts wies biste kannste willste haste wirs mach machs gugg gell gäll jo joa jop nö nee naja tja moin servus grüssli tschau tschüssi gn8 bb schatzi schatz süsse süsser danke merci ois hoi hesch chasch isch gsi nöd nüt öpis wänn chli " + swiss,
	"en": "u ur r lol omg thx thanx tnx pls plz plss btw imo idk tbh brb gtg ttyl lmao rofl wat wot wud cud shud dat dis dem bcoz coz cos cuz gonna wanna gotta lemme dunno ya yeah yep nope nah hey hiya sup bro dude mate luv xoxo tmrw tmr tomo tonite nite gud gr msg txt wkend thru ppl bday havent dont cant wont didnt im ive ill youre thats whats lets okie okay kk hun babe haha hehe aint yall rly soz wen wer wif den dun oso lor lar leh",
	"es": "q xq pq porq tb tmb tmbn bn salu2 bss bsos bss dnd kiero ksa kien toy toi pa weno wenas ntp tqm tkm grax finde porfa porfi jaja jajaja jeje jejeje vale guapa guapo tia tio joder hostia nah sip muxo mxo muxas ols holaa aki ahi ke dsp dp vdd",
	"fr": "slt bjr bsr cc coucou stp svp mdr ptdr lol jsuis jsui jss jme jte jsé jvais jpeux jpe jpense chui chuis ché koi keske kesk kesske keski pk pkoi pcq pck parske ke ki kan kel kelle keskon tkt tqt dsl rdv biz bizz bisous bizou bisoux gros dac dak daccord ouais ouai ouaip nan nn oué wé wesh tro bcp bocou mnt mtn tjr tjrs tjs jamai auj ojd ojourdui dem2 demin 2m1 ms mé mai c ct cété cest ces ta tas ya yavait fo fodrai fau fai fé fais vs ns t jtm jtadore jtaime mon ma mes chéri cheri loulou ptit ptite kelkun kelkechose pr prk qd qqn qqch tt tts ttes toute lgtmps apré aprè avc ds dc donc voila voilou vla poto frr frérot",
	"it": "xke xké xkè perke nn cmq qnd qnt qlc qlcs qlcn cn sn tvb tvtb tvttb tat msg grz risp dv dove dmn dmni stasera ke ki kome kosa anke bn bene bacio baci bax bacioni ciao ciauz tesò amò amo raga ragà boh vabbe vabbè mah dai sisi nono sn tt tutt tt trp cs cmnq pke ahah ahaha eheh",
	"nl": "ff idd ofz ofzo egt wrm hvj hou van je jou gwn gwoon nie niet ni das tis tuurlijk mss misschien xjes kusjes doei doeg hoi hey heej jwt jwz kweenie kweet tog nogsteeds vnv vanavond moet moette ikke",
	"sv": "o oxå oxo iaf iof asså asså typ ba bara nåt nåra nån nåra sen mkt lr iaf vafan va vad dom de e ä ska ska tkr tycker tjo tja tjena hej hejsan puss puss kram kramar hejdå asgrymt najs bh hma kmr kommer imorn imorrn ikväll ikväl nt int inte ngn ngt ngra sj själv pz grattis fet",
	"pt": "vc vcs tb tbm tbem pq pqp blz flw vlw bjs bjo abs abç kd qd qdo oq oque ta to tou tava naum naum eh neh hj hoje amnh ctz dps msm mto mt kkk kkkk rsrs hahaha obg obgd obrigada obrigado oi oie ola tdo tds gnt cmg ctg",
}

// swiss is Swiss German as people write it, which is read as German: every
// message in it is spelt by ear. Our own list.
const swiss = "bisch bini sind's gsii gsy gseh gsehsch gha ghaa gmacht gseit gange gfunde cho chume chumme chunt chunnt chömed chömmed chömemer chönd chönnt chönntsch " +
	"chönnted chan cha chani chum chlii chline chlini bitzeli bitzli öppis öpper öppe öppä nüüt niemer nöt au ou scho immerno hüt hütt hüttä morn mornä gester geschter abig abe zabig " +
	"zmorge zmittag znacht zvieri znüni nomal nomol nomau emol gäu odr wänni wieni hani hanis häni heimer häsch hät het hend händ hämmer hemmer hätt hetti hettsch " +
	"hätsch wott wotsch wotti wänd wänder söll sölli söttsch muess mues müend müender muesch müemer gömmer gömer gönd gahn gaht gahts goht gohts gohsch gasch gaasch lueg luege luegsch luegä " +
	"gluegt dehei deheim deheime dihei huus hüsli chind chinder meitli bueb buebä mami papi schätzli liebs liäbs liebi grüess grüessli grüässli gruess grüezi grüessech " +
	"merci danki viu vili mega huere huäre uhuere guet guete gueti guät gueter schöns schöni schönä wuchenänd wuchenend wucheend wuche wuchä ziit zyt stund minutä velo schaffe " +
	"schaffä schaff gschaffet arbet büez büro schuel schueu poschte iichaufe ichaufe chaufe chauf ässe ässä gässe trinke trinkä bierli kafi käffeli brötli chäs chuchi badi wätter " +
	"rägne rägnet sunne chalt müed müede chrank gsund bsuech bsueche träffe träffed träffä mir üs eus öich öi eui üsi mini dini sini ihri dä nei jo eini drü vieri füfi sächsi sibni " +
	"achti nüni zäni zwölfi halbi bim ufem uff use usä ine inä abe ufe übere dure dur ohni wäge wägem gäge zwüsche hinder näbe dört det deet hie vo wär wieso wiso worum weli " +
	"welä tschüssli salü sali hoii schlof guetnacht guetnaacht schöne tagli spöter spöter gli glii wodure würsch wär wärs wäri würdi weisch weiss wüsse wüssed " +
	"gwüsst dänk dänke dänkt glaubi gloub gloubi findi meinsch meini meinti freu mi froie fröi fröie gfröit gfreut ghört glese gschribe schrib schribe schriib schick schicke gschickt " +
	"telefoniere aalüüte alüte lüt rüef natel nummere wohnig wohne wohnsch zügle zügled züri bärn lozärn basu mitenand zäme zämä alli allne sicher nümm nume nur " +
	"gärn gern gsund eifach äbe äbä ebe drum drumm ebe gad grad grade rächt schlächt besser bessers richtig wüki würkli würklech wahrschiinlich villicht viellicht vilicht ächt ächtä"
