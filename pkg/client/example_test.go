package client_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/client"
)

// apiKey stands for the key of the environment.
func apiKey() string {
	key, err := audit.NewKey(bytes.NewReader(make([]byte, 64)))
	if err != nil {
		log.Fatal(err)
	}
	return key
}

// connect starts a server that knows one finished batch, and gives a client of it.
func connect() (*client.Client, func()) {
	const finished = `{"audit_id":"aud_1","batch_id":"bat_1","url":"https://bakery.example/","domain":"bakery.example","status":"done","cached":false,"lang":"en",
		"overall_ai_readiness":61,"scores":{"seo":{"value":78,"tier":"measured","source":"42 checks of the live page"}},
		"business":{"industry":"Bakery","type":"local"},"summary":"A good start.","ai_citation":null}`
	mux := http.NewServeMux()
	answer := func(pattern string, status int, kind, body string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("X-RateLimit-Limit", "100")
			w.Header().Set("X-RateLimit-Remaining", "58")
			w.WriteHeader(status)
			io.WriteString(w, body)
		})
	}
	const quota = `{"limit":100,"remaining":58,"window":"rolling 30 days"}`
	answer("POST /v1/audits", 202, "application/json", `{"success":true,"batch_id":"bat_1","count":1,"metered":1,
		"audits":[{"url":"https://bakery.example/","audit_id":"aud_1","status":"pending","cached":false}],"quota":`+quota+`}`)
	answer("GET /v1/audits", 200, "application/json", `{"success":true,"audits":[`+finished+`]}`)
	answer("GET /v1/audits/aud_1", 200, "application/json", finished)
	answer("DELETE /v1/audits/aud_1", 204, "", "")
	answer("GET /v1/audits/aud_1/report", 200, "text/markdown; charset=utf-8", "# bakery.example\n")
	answer("GET /v1/batches", 200, "application/json", `{"success":true,"batches":[{"batch_id":"bat_1","total":1,"completed":1,"first_url":"https://bakery.example/"}]}`)
	answer("GET /v1/batches/bat_1", 200, "application/json", `{"success":true,"batch_id":"bat_1","total":1,"completed":1,"pending":0,"failed":0,"audits":[`+finished+`]}`)
	answer("GET /v1/batches/bat_1.csv", 200, "text/csv; charset=utf-8", "url,domain,audit_id,status\r\nhttps://bakery.example/,bakery.example,aud_1,done\r\n")
	answer("GET /v1/me", 200, "application/json", `{"plan":"individual","quota":`+quota+`}`)
	answer("/", 404, "application/problem+json", `{"status":404,"detail":"There is nothing under this address.","success":false,"code":"not_found","request_id":"req_1"}`)

	server := httptest.NewServer(mux)
	c, err := client.New(client.Config{BaseURL: server.URL, Key: apiKey()})
	if err != nil {
		log.Fatal(err)
	}
	return c, server.Close
}

func ExampleNew() {
	_, err := client.New(client.Config{BaseURL: "https://audit.example.com", Key: "auk_live_0123456789"})
	fmt.Println(audit.CodeOf(err) == audit.CodeUnauthorized, err)
	_, err = client.New(client.Config{BaseURL: "http://audit.example.com", Key: apiKey()})
	fmt.Println(err)
	// Output:
	// true the API key for audit.example.com is mistyped: a key is auk_live_ and 36 letters and digits that carry a checksum; copy it again
	// http://audit.example.com would get the API key unencrypted; use https://audit.example.com
}

func ExampleClient_Submit() {
	c, done := connect()
	defer done()
	receipt, err := c.Submit(context.Background(), audit.Submission{URLs: []string{"https://bakery.example/"}, Lang: audit.English})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(receipt.BatchID, receipt.Metered, "metered,", receipt.Quota.Remaining, "left")
	// Output: bat_1 1 metered, 58 left
}

func ExampleClient_Wait() {
	c, done := connect()
	defer done()
	batch, err := c.Wait(context.Background(), "bat_1", func(b audit.Batch) { fmt.Printf("%d of %d\n", b.Completed, b.Total) })
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range batch.Audits {
		if a.Status == audit.Done {
			fmt.Println(a.Domain, a.OverallAIReadiness)
		}
	}
	// Output:
	// 1 of 1
	// bakery.example 61
}

func ExampleClient_Audit() {
	c, done := connect()
	defer done()
	a, err := c.Audit(context.Background(), "aud_1")
	if err != nil {
		log.Fatal(err)
	}
	seo := a.Scores[audit.SEO]
	fmt.Println(a.Status, seo.Value, seo.Tier)

	_, err = c.Audit(context.Background(), "aud_2")
	var refused *audit.Error
	var server *client.ServerError
	switch {
	case errors.As(err, &refused):
		fmt.Println(refused.Code, refused.RequestID)
	case errors.As(err, &server):
		fmt.Println("no answer of the service:", server, server.Temporary())
	}
	// Output:
	// done 78 measured
	// not_found req_1
}

func ExampleClient_Batch() {
	c, done := connect()
	defer done()
	b, err := c.Batch(context.Background(), "bat_1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Completed, b.Pending, b.Failed)
	// Output: 1 0 0
}

func ExampleClient_Delete() {
	c, done := connect()
	defer done()
	fmt.Println(c.Delete(context.Background(), "aud_1"))
	// Output: <nil>
}

func ExampleClient_Audits() {
	c, done := connect()
	defer done()
	page, err := c.Audits(context.Background(), audit.Query{Domain: "bakery.example", Limit: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Audits), page.NextCursor == "")
	// Output: 1 true
}

func ExampleClient_AllAudits() {
	c, done := connect()
	defer done()
	for a, err := range c.AllAudits(context.Background(), audit.Query{Domain: "bakery.example"}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.AuditID, a.Status)
	}
	// Output: aud_1 done
}

func ExampleClient_AllBatches() {
	c, done := connect()
	defer done()
	for b, err := range c.AllBatches(context.Background(), audit.Query{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(b.BatchID, b.FirstURL)
	}
	// Output: bat_1 https://bakery.example/
}

func ExampleClient_Account() {
	c, done := connect()
	defer done()
	me, err := c.Account(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(me.Plan, me.Quota.Remaining, "of", me.Quota.Limit, "in", me.Quota.Window)
	// Output: individual 58 of 100 in rolling 30 days
}

func ExampleClient_Quota() {
	c, done := connect()
	defer done()
	if _, err := c.Audit(context.Background(), "aud_1"); err != nil {
		log.Fatal(err)
	}
	if quota, ok := c.Quota(); ok {
		fmt.Println(quota.Remaining, "of", quota.Limit)
	}
	// Output: 58 of 100
}

func ExampleClient_BatchCSV() {
	c, done := connect()
	defer done()
	table, err := c.BatchCSV(context.Background(), "bat_1")
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range rows {
		fmt.Println(row)
	}
	// Output:
	// [url domain audit_id status]
	// [https://bakery.example/ bakery.example aud_1 done]
}

func ExampleClient_Report() {
	c, done := connect()
	defer done()
	report, kind, err := c.Report(context.Background(), "aud_1", "markdown")
	if err != nil {
		log.Fatal(err)
	}
	defer report.Close()
	fmt.Println(kind)
	if _, err := io.Copy(os.Stdout, report); err != nil {
		log.Fatal(err)
	}
	// Output:
	// text/markdown; charset=utf-8
	// # bakery.example
}
