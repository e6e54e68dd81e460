package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRichResultsOfWhatSystemsWrite holds structured data in the shapes of content management systems and shops against the guides. Each line of want is
// a feature, the item's path, its errors, and how many warnings it has.
func TestRichResultsOfWhatSystemsWrite(t *testing.T) {
	for _, tt := range []struct {
		name, page string
		want       []string
	}{
		{"Yoast, one graph with references", `<script type="application/ld+json" class="yoast-schema-graph">` + yoast + `</script>`, []string{
			"breadcrumb BreadcrumbList [] 1",
			"site-name WebSite [] 0",
			"local-business Organization+Plumber [] 2",
		}},
		{"Yoast, an article with its author in the graph", `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
			{"@type":"Article","@id":"https://example.com/a/#article","isPartOf":{"@id":"https://example.com/a/"},"author":{"name":"Ada","@id":"https://example.com/#/schema/person/1"},
			"headline":"A &#8211; B","datePublished":"2026-05-06T10:11:12+00:00","dateModified":"2026-05-06T10:11:12+00:00","mainEntityOfPage":{"@id":"https://example.com/a/"},
			"publisher":{"@id":"https://example.com/#organization"},"image":{"@id":"https://example.com/a/#primaryimage"}},
			{"@type":"WebPage","@id":"https://example.com/a/","url":"https://example.com/a/","name":"A","primaryImageOfPage":{"@id":"https://example.com/a/#primaryimage"}},
			{"@type":"ImageObject","@id":"https://example.com/a/#primaryimage","url":"https://example.com/i.jpg","contentUrl":"https://example.com/i.jpg","width":1200},
			{"@type":"Person","@id":"https://example.com/#/schema/person/1","name":"Ada","url":"https://example.com/author/ada/"}]}</script>`, []string{
			"article Article [] 0",
			"person Person [] 0",
		}},
		{"Shopify, a product with its only offer", `<script type="application/ld+json">{"@context":"http:\/\/schema.org\/","@id":"\/products\/tea#product","@type":"Product",
			"brand":{"@type":"Brand","name":"Acme"},"category":"Tea","description":"Green tea","image":"https:\/\/example.com\/cdn\/tea.jpg?v=1\u0026width=1920","name":"Tea",
			"offers":{"@id":"\/products\/tea?variant=1#offer","@type":"Offer","availability":"http:\/\/schema.org\/InStock","price":"6.00","priceCurrency":"GBP",
			"url":"https:\/\/example.com\/products\/tea?variant=1"},"url":"https:\/\/example.com\/products\/tea"}</script>`, []string{
			"merchant-listing Product [] 3", "product-snippet Product [] 3",
		}},
		{"Shopify, a group of variants", `<script type="application/ld+json">{"@context":"http:\/\/schema.org\/","@id":"\/products\/shirt#product","@type":"ProductGroup",
			"brand":{"@type":"Brand","name":"Acme"},"description":"A shirt","name":"Shirt","productGroupID":"77","url":"https:\/\/example.com\/products\/shirt","hasVariant":[
			{"@id":"\/products\/shirt?variant=1#variant","@type":"Product","image":"https:\/\/example.com\/s.jpg","name":"Shirt - S","sku":"S1","offers":{"@type":"Offer",
			"availability":"http:\/\/schema.org\/InStock","price":"20.00","priceCurrency":"EUR","url":"https:\/\/example.com\/products\/shirt?variant=1"}},
			{"@id":"\/products\/shirt?variant=2#variant","@type":"Product","name":"Shirt - M","offers":{"@type":"Offer","price":"20.00","priceCurrency":"EUR"}}]}</script>`, []string{
			"product-variants ProductGroup [] 1",
			"merchant-listing ProductGroup.hasVariant [] 3", "product-snippet ProductGroup.hasVariant [] 3",
			"merchant-listing ProductGroup.hasVariant [image: missing] 4", "product-snippet ProductGroup.hasVariant [] 4",
		}},
		{"WooCommerce, a price in its specification", `<script type="application/ld+json">{"@context":"https:\/\/schema.org\/","@type":"Product","@id":"https:\/\/example.com\/p\/#product",
			"name":"Mug","url":"https:\/\/example.com\/p\/","description":"A mug","image":"https:\/\/example.com\/m.jpg","sku":12,"offers":[{"@type":"Offer","priceSpecification":
			[{"@type":"UnitPriceSpecification","price":"9.00","priceCurrency":"EUR","valueAddedTaxIncluded":false,"validThrough":"2027-12-31"}],"priceValidUntil":"2027-12-31",
			"availability":"https:\/\/schema.org\/InStock","url":"https:\/\/example.com\/p\/","seller":{"@type":"Organization","name":"Acme","url":"https:\/\/example.com"}}]}</script>`, []string{
			"merchant-listing Product [] 4", "product-snippet Product [] 2",
		}},
		{"The Events Calendar, a list of events", `<script type="application/ld+json">[{"@context":"http://schema.org","@type":"Event","name":"Fair","description":"&lt;p&gt;A fair&lt;/p&gt;\n",
			"image":"https://example.com/f.jpg","url":"https://example.com/event/fair/","eventAttendanceMode":"https://schema.org/OfflineEventAttendanceMode",
			"eventStatus":"https://schema.org/EventScheduled","startDate":"2026-07-01T08:00:00+02:00","endDate":"2026-07-01T17:00:00+02:00","location":{"@type":"Place","name":"Hall",
			"description":"","url":"https://example.com/venue/hall/","address":{"@type":"PostalAddress","streetAddress":"1 rue","addressLocality":"Lyon","addressCountry":"France"},
			"telephone":"","sameAs":""},"organizer":{"@type":"Person","name":"Ada","url":"https://example.com/organizer/ada/"},"performer":"Organization"},
			{"@context":"http://schema.org","@type":"Event","name":"Talk","startDate":"2026-07-02","location":{"@type":"Place","name":"Hall"}}]</script>`, []string{
			"event Event [] 1", "event Event [location.address: missing] 7",
		}},
		{"Squarespace, an item a script", `<script type="application/ld+json">{"url":"https://example.com","name":"Acme","image":"//images.example.com/l.png","@context":"http://schema.org",
			"@type":"WebSite"}</script><script type="application/ld+json">{"address":"1 Main St\nTown, NY, 10001\nUnited States","image":"https://example.com/l.png","name":"Acme",
			"openingHours":"Mo 09:00-17:00, Tu 09:00-17:00, , , , , ","@context":"http://schema.org","@type":"LocalBusiness"}</script>`, []string{
			"site-name WebSite [] 1", "local-business LocalBusiness [] 4",
		}},
		{"Wix, a shop's product", `<script type="application/ld+json">{"@context":"https://schema.org/","@type":"Product","name":"Vase","description":"A vase","sku":"v1","image":[
			{"@type":"ImageObject","contentUrl":"https://example.com/v.jpg","height":"500","width":"500"}],"Offers":{"@type":"Offer","priceCurrency":"EUR","price":"12",
			"Availability":"https://schema.org/InStock","url":"https://example.com/product-page/vase"}}</script>`, []string{
			"merchant-listing Product [] 4", "product-snippet Product [] 3",
		}},
		{"a theme's breadcrumbs in microdata", `<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
			<a itemscope itemtype="https://schema.org/WebPage" itemprop="item" href="/books"><span itemprop="name">Books</span></a><meta itemprop="position" content="1"></li>
			<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><span itemprop="name">Emma</span><meta itemprop="position" content="2"></li></ol>`, []string{
			"breadcrumb BreadcrumbList [] 0",
		}},
		{"reviews in a page of a local business, in RDFa", `<div typeof="schema:Restaurant"><span property="schema:name">Chez Ada</span><span property="schema:address">1 rue, Lyon</span>
			<div rel="schema:aggregateRating"><div typeof="schema:AggregateRating"><span property="schema:ratingValue">4.5</span></div></div></div>`, []string{
			"local-business Restaurant [] 5", "review-snippet Restaurant [aggregateRating.ratingCount|reviewCount: missing] 0",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := graphOf(t, tt.page)
			var got []string
			for _, r := range RichResults(g) {
				got = append(got, fmt.Sprintf("%s %s %v %d", r.Feature, r.Path, r.Errors, len(r.Warnings)))
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) || len(g.Errors) > 0 {
				t.Errorf("got\n%s\nwant\n%s\nerrors of the graph %v\n%+v", strings.Join(got, "\n"), strings.Join(tt.want, "\n"), g.Errors, RichResults(g))
			}
		})
	}
}
