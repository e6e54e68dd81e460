package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// htmlWords is the language that the template asks for its words in.
type htmlWords audit.Lang

// Say gives the words for key.
func (w htmlWords) Say(key string, args ...any) (string, error) {
	text, ok := htmlLabels[key]
	if !ok {
		return "", fmt.Errorf("no words for %q", key)
	}
	return fmt.Sprintf(text.In(audit.Lang(w)), args...), nil
}

var effortNames = map[audit.Effort]audit.Text{
	audit.Small:  {EN: "small effort: one file or setting", FR: "petit effort : un fichier ou un réglage"},
	audit.Medium: {EN: "medium effort: several pages", FR: "effort moyen : plusieurs pages"},
	audit.Large:  {EN: "large effort: new content, or how the site is built", FR: "grand effort : du contenu à créer, ou la construction du site"},
}

// gains lists what a step would bring, the metrics in their order.
func gains(all map[audit.Metric]float64, lang audit.Lang) string {
	var list []string
	for _, m := range audit.Metrics() {
		if points, ok := all[m]; ok {
			list = append(list, MetricName(m, lang)+" "+decimal(fmt.Sprintf("%+.1f", points), lang))
		}
	}
	return strings.Join(list, " · ")
}

// reasonNames say why checks were not assessed, with their number.
var reasonNames = map[string]audit.Text{
	"blocked":        {EN: "Not assessed because the site turned the audit away: %d checks.", FR: "Non évalués parce que le site a refusé l'audit : %d contrôles."},
	"needs_render":   {EN: "Not assessed because only a browser can tell: %d checks.", FR: "Non évalués parce que seul un navigateur peut le dire : %d contrôles."},
	"needs_key":      {EN: "Not assessed because an outside service would have to be asked: %d checks.", FR: "Non évalués parce qu'il faudrait interroger un service extérieur : %d contrôles."},
	"too_few_pages":  {EN: "Not assessed because too few pages were read: %d checks.", FR: "Non évalués parce que trop peu de pages ont été lues : %d contrôles."},
	"not_applicable": {EN: "Not assessed because the question makes no sense for this site: %d checks.", FR: "Non évalués parce que la question n'a pas de sens pour ce site : %d contrôles."},
	"unread":         {EN: "Not assessed because something could not be read: %d checks.", FR: "Non évalués parce que quelque chose n'a pas pu être lu : %d contrôles."},
	"":               {EN: "Not assessed for another reason: %d checks.", FR: "Non évalués pour une autre raison : %d contrôles."},
}

// unseen says what an audit did not look at.
func unseen(a audit.Audit, lang audit.Lang) []string {
	var list, idle []string
	if a.Truncated {
		list = append(list, htmlLabels["truncated"].In(lang))
	}
	for i, p := range passes(a.Report) {
		if p == nil {
			idle = append(idle, passNames[i].In(lang))
		}
	}
	if len(idle) > 0 {
		list = append(list, fmt.Sprintf(htmlLabels["idle"].In(lang), strings.Join(idle, ", ")))
	}
	if a.Rendered == nil {
		list = append(list, htmlLabels["unrendered"].In(lang))
	}
	if a.References.PageSpeed == nil {
		list = append(list, htmlLabels["unmeasured"].In(lang))
	}
	counts := map[string]int{}
	for _, c := range a.Checks {
		if c.Status == audit.NotAssessed {
			reason := c.Reason
			if _, known := reasonNames[reason]; !known {
				reason = ""
			}
			counts[reason]++
		}
	}
	var why []string
	for reason := range counts {
		why = append(why, reason)
	}
	slices.SortFunc(why, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	for _, reason := range why {
		list = append(list, fmt.Sprintf(reasonNames[reason].In(lang), counts[reason]))
	}
	return list
}

var labelCut = audit.Text{EN: " … [cut here; %d characters more are in -o json]", FR: " … [coupé ici ; %d caractères de plus sont dans -o json]"}

var htmlLabels = map[string]audit.Text{
	"address":   {EN: "Address", FR: "Adresse"},
	"answers":   {EN: "The answers", FR: "Les réponses"},
	"asked":     {EN: "Asked for", FR: "Demandé le"},
	"audit":     {EN: "Audit", FR: "Audit"},
	"batch":     {EN: "Batch", FR: "Lot"},
	"best":      labelBestRank,
	"changes":   {EN: "Since last time", FR: "Depuis la dernière fois"},
	"checks":    {EN: "Checks: %d", FR: "Contrôles : %d"},
	"citations": labelCitations,
	"contents":  {EN: "Contents", FR: "Sommaire"},
	"counts": {
		EN: "%d sites: %d done, %d pending, %d failed.",
		FR: "%d sites (terminés : %d, en attente : %d, échoués : %d).",
	},
	"dashed": {EN: "The rules changed at the dashed lines.", FR: "Les règles ont changé aux lignes en tirets."},
	"folded": {
		EN: "Each site follows below, folded; on paper stands what was unfolded.",
		FR: "Chaque site suit plus bas, replié ; sur papier figure ce qui a été déplié.",
	},
	"detailed": {
		EN: "The first %d of %d sites follow below, folded; on paper stands what was unfolded. auditctl get and the audit's id give any other.",
		FR: "Les %d premiers sites sur %d suivent plus bas, repliés ; sur papier figure ce qui a été déplié. auditctl get et l'identifiant de l'audit donnent les autres.",
	},
	"diagnosis":   labelDiagnosis,
	"directories": labelDirectories,
	"effort":      {EN: "What it takes:", FR: "Ce qu'il faut :"},
	"engine":      labelEngine,
	"evidence":    labelEvidence,
	"fault":       labelFault,
	"faults":      labelFaults,
	"findings":    labelFindings,
	"finished":    {EN: "Finished", FR: "Terminé le"},
	"first":       {EN: "What to do first", FR: "Par où commencer"},
	"gain":        {EN: "What it would bring:", FR: "Ce que cela apporterait :"},
	"hosts":       labelHosts,
	"http":        {EN: "HTTP status", FR: "Code HTTP"},
	"instead":     labelInstead,
	"intervals": {
		EN: "Drawn from 0 to 100 %%: the dot is the share of answers that name the business, the line its 95 %% interval.",
		FR: "Tracé de 0 à 100 %% : le point est la part des réponses qui nomment l'entreprise, le trait son intervalle à 95 %%.",
	},
	"kind":        {EN: "Kind", FR: "Genre"},
	"level":       {EN: "Weight %d, evidence level %s.", FR: "Poids %d, niveau de preuve %s."},
	"listing":     labelListing,
	"made":        {EN: "Made with auditctl.", FR: "Produit avec auditctl."},
	"method":      {EN: "Method and limits", FR: "Méthode et limites"},
	"metric":      labelMetric,
	"more":        {EN: "… and %d more; -o json has them all", FR: "… et %d de plus ; -o json les montre tous"},
	"name":        labelName,
	"named":       labelNamedIn,
	"nobody":      labelNobody,
	"none":        {EN: "no score", FR: "pas de note"},
	"notes":       labelNotes,
	"notrun":      labelNotRun,
	"onebyone":    {EN: "The sites one by one", FR: "Les sites un par un"},
	"obstacle":    {EN: "An obstacle: it comes before everything else.", FR: "Un obstacle : à lever avant tout le reste."},
	"other":       labelOther,
	"others":      {EN: "Named instead:", FR: "Nommées à sa place :"},
	"pages":       labelPages,
	"pass":        labelPass,
	"pending":     {EN: "This audit isn't finished yet; ask for the report again later.", FR: "Cet audit n'est pas encore terminé ; redemandez le rapport plus tard."},
	"picture":     {EN: "Picture of the page as a browser showed it: %s", FR: "Image de la page telle qu'un navigateur l'a montrée : %s"},
	"place":       labelPlace,
	"preparedby":  {EN: "Prepared by %s.", FR: "Préparé par %s."},
	"question":    labelQuestion,
	"questions":   labelQuestions,
	"rating":      labelRating,
	"read":        {EN: "Read", FR: "Lu"},
	"readon":      {EN: "Read on %s", FR: "Lu le %s"},
	"readinstead": {EN: "Sites read instead:", FR: "Sites lus à sa place :"},
	"reference":   {EN: "Source of the criterion:", FR: "Source du critère :"},
	"remedy":      {EN: "What to do:", FR: "Que faire :"},
	"result":      {EN: "Result", FR: "Résultat"},
	"rules":       {EN: "Version of the rules", FR: "Version des règles"},
	"scale": {
		EN: "From 0 to 100; the bars are notched at 50 and 90. Measured numbers have solid bars, AI estimates hatched ones, estimates striped ones.",
		FR: "De 0 à 100 ; les barres ont une encoche à 50 et à 90. Elles sont pleines pour ce qui est mesuré, hachurées pour les estimations IA, rayées pour ce qui est estimé.",
	},
	"score":      labelScore,
	"scores":     {EN: "Scores", FR: "Notes"},
	"share":      labelShare,
	"shown":      {EN: "Share", FR: "Part"},
	"site":       labelSite,
	"sites":      labelPortfolio,
	"count":      labelSites,
	"skip":       {EN: "Skip to the report", FR: "Aller au rapport"},
	"source":     labelSource,
	"sources":    {EN: "Sources", FR: "Sources"},
	"spread":     labelSpread,
	"drawn":      {EN: "From 0 to 100", FR: "De 0 à 100"},
	"status":     labelStatus,
	"summary":    labelSummary,
	"tier":       labelTier,
	"title":      {EN: "Title", FR: "Titre"},
	"unassessed": labelNotAssessed,
	"unseen":     {EN: "What was not looked at", FR: "Ce qui n'a pas été regardé"},
	"crawlers":   labelCrawlers,
	"agent":      labelAgent,
	"class":      labelClass,
	"robots":     labelRobots,
	"probe":      labelProbe,
	"lost":       labelLost,
	"unfinished": labelFailed,
	"unreplied":  labelUnreplied,
	"what":       labelRemedy,
	"which":      labelWhich,
	"words":      {EN: "Words", FR: "Mots"},
	"unchanged":  {EN: "No score and no check changed.", FR: "Aucune note et aucun contrôle n'ont changé."},
	"was":        {EN: "Was", FR: "Avant"},
	"is":         {EN: "Is", FR: "Maintenant"},
	"by":         {EN: "Change", FR: "Écart"},
	"why":        {EN: "What made it", FR: "Ce qui l'a fait"},
	"truncated":  {EN: "A bound cut something off; the notes say what.", FR: "Une limite a coupé quelque chose ; les remarques disent quoi."},
	"idle":       {EN: "Citation passes without a result: %s.", FR: "Mesures de citation sans résultat : %s."},
	"unrendered": {
		EN: "No browser opened the page: what JavaScript adds to it was not seen.",
		FR: "Aucun navigateur n'a ouvert la page : ce que JavaScript y ajoute n'a pas été vu.",
	},
	"unmeasured": {
		EN: "No page-speed tool measured the page: performance is estimated from what was sent.",
		FR: "Aucun outil n'a mesuré la vitesse de la page : la performance est estimée d'après ce qui a été envoyé.",
	},
	"tiers": {
		EN: "Measured: read from the live site or from an external tool, and verifiable. AI estimate: a judgement, by the rubric or model that is named beside the score. " +
			"Estimated: proxy signals, not a direct measurement.",
		FR: "Mesuré : lu sur le site ou obtenu d'un outil externe, et vérifiable. Estimation IA : un jugement, par la grille ou le modèle nommé à côté de la note. " +
			"Estimé : des indices indirects, pas une mesure.",
	},
	"weighing": {
		EN: "A pass counts whole, a warning half, a failure nothing; what was not assessed leaves the denominator. Only audits by the same version of the rules compare.",
		FR: "Une réussite compte en entier, une alerte pour moitié, un échec pour rien ; ce qui n'a pas été évalué sort du dénominateur. " +
			"Seuls se comparent des audits de même version des règles.",
	},
	"levels": {
		EN: "Evidence levels: A a standard or the vendor's own documentation, B a replicated study, C one study, D common practice. Weight 0 is reported and never scored.",
		FR: "Niveaux de preuve : A une norme ou la documentation de l'éditeur, B une étude répliquée, C une étude, D l'usage. Le poids 0 est signalé et jamais noté.",
	},
	"gained": {
		EN: "What a step would bring was found by scoring again as if its checks passed; gains of several steps don't simply add up.",
		FR: "Ce qu'une étape apporterait a été trouvé en notant à nouveau comme si ses contrôles réussissaient ; les gains de plusieurs étapes ne s'additionnent pas simplement.",
	},
	"limits": {
		EN: "The audit speaks of the pages listed above, as they answered on that day from where it was made, which is not recorded; other pages, days and places may differ.",
		FR: "L'audit parle des pages listées ci-dessus, telles qu'elles ont répondu ce jour-là depuis l'endroit où il a été fait, qui n'est pas noté ; " +
			"d'autres pages, jours et lieux peuvent différer.",
	},
}
