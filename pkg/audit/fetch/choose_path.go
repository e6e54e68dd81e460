package fetch

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// pageExtensions are those of pages.
const pageExtensions = " html htm xhtml shtml php php5 phtml asp aspx jsp jspx do cfm cgi pl "

// fileExtensions are those of what is no page.
const fileExtensions = " 7z aac ai apk atom avi avif bin bmp bz2 css csv dmg doc docx eot eps epub exe flac flv gif gz ico ics iso jar jpeg jpg js " +
	"json jsonld key kml m3u8 m4a m4v map md mjs mkv mov mp3 mp4 mpeg mpg msi numbers odp ods odt ogg ogv otf pages pdf png pps ppt pptx ps psd rar " +
	"rss rtf svg swf tar tgz tif tiff ts tsv ttf txt vcf wav webm webmanifest webp wmv woff woff2 xls xlsx xml xz yaml yml zip zst "

// privatePaths are folders and pages for one visitor only: signing in and out, carts, administration. Asking for some of them would act.
const privatePaths = " login logout log-in log-out signin signout sign-in sign-out signup sign-up register connexion deconnexion inscription anmelden " +
	"abmelden registrieren iniciar-sesion cerrar-sesion accedi esci entrar sair inloggen uitloggen account my-account mon-compte mein-konto mi-cuenta " +
	"mijn-account cart basket checkout panier commande warenkorb kasse carrito carrello carrinho winkelwagen afrekenen wishlist " +
	"admin administrator wp-admin wp-login wp-json xmlrpc cgi-bin cdn-cgi feed trackback unsubscribe delete edit search recherche suche "

// actingParameters are query parameters that act, sort or filter rather than name a page.
const actingParameters = " add-to-cart remove_item action logout replytocom s q search sort order orderby dir filter share print preview " +
	"sessionid phpsessid sid token "

// readable says that a path and query can be a page for everyone.
func readable(requestPath string) bool {
	path, query, _ := strings.Cut(requestPath, "?")
	segments := pathSegments(path)
	for i, s := range segments {
		s = strings.ToLower(s)
		if i == len(segments)-1 {
			if dot := strings.LastIndexByte(s, '.'); dot >= 0 && strings.Contains(fileExtensions, " "+s[dot+1:]+" ") {
				return false
			}
			s = withoutExtension(s)
		}
		if strings.Contains(privatePaths, " "+s+" ") {
			return false
		}
	}
	for parameter := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(strings.ToLower(parameter), "=")
		if name != "" && strings.Contains(actingParameters, " "+name+" ") {
			return false
		}
	}
	return true
}

// pattern is what addresses of one template without end share: the path with each segment of numbers the same, as in a calendar or a list by page,
// and the names of the parameters. It is empty for a path that has neither.
func pattern(requestPath string) string {
	path, query, _ := strings.Cut(requestPath, "?")
	segments := strings.Split(path, "/")
	repeats := query != ""
	for i, s := range segments {
		if s != "" && strings.Trim(s, "0123456789-_.") == "" {
			segments[i], repeats = "0", true
		}
	}
	if !repeats {
		return ""
	}
	var names []string
	for parameter := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(segments, "/") + "?" + strings.Join(names, "&")
}

// folder is the first part of a path that has more than one; pages at the root share the empty one.
func folder(requestPath string) string {
	path, _, _ := strings.Cut(requestPath, "?")
	_, segments := languageRoot(pathSegments(path))
	if len(segments) < 2 {
		return ""
	}
	return segments[0]
}

// wholeSitemap says that the files together list all that the site's sitemaps list: each was read to its end, an index with every file under it,
// and a feed isn't among them, which lists the newest pages only.
func wholeSitemap(files []page.Sitemap) bool {
	read := make(map[string]bool)
	lists := false
	for i := range files {
		f := &files[i]
		switch f.Form {
		case "urlset", "text":
			lists = true
		case "sitemapindex":
		default:
			return false
		}
		if f.Truncated != "" || f.ParseError != "" || f.Form != "sitemapindex" && f.Count > len(f.Entries) {
			return false
		}
		read[f.URL] = true
	}
	for i := range files {
		if slices.ContainsFunc(files[i].Children, func(child string) bool { return !read[child] }) {
			return false
		}
	}
	return lists
}
