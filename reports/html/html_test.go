package html

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
	"herdcast/reports/review"
)

func written(t *testing.T, r *result.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, review.Of(r, []byte("version: 1\n"))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPolicyAllowsTheOneStyleAndNothingElse(t *testing.T) {
	page := written(t, reporttest.Brownout())
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindAllStringSubmatch(page, -1)
	if len(style) != 1 {
		t.Fatalf("%d style elements, want 1", len(style))
	}
	sum := sha256.Sum256([]byte(style[0][1]))
	policy := "default-src &#39;none&#39;; style-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;") + "&#39;; img-src data:"
	if !strings.Contains(page, `http-equiv="Content-Security-Policy" content="`+policy+`"`) {
		t.Error("the policy is not that of the style")
	}
	for _, forbidden := range []string{"<script", "style=", "@import", "url(", "src=", "onload="} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page contains %q", forbidden)
		}
	}
	for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(link[1], "#") && link[1] != "data:," {
			t.Errorf("the page refers to %q", link[1])
		}
	}
}

func TestNamesAreTextWhateverTheyHold(t *testing.T) {
	page := written(t, reporttest.Crowd())
	for _, raw := range []string{"<script", "<b>bold", "<i>", "</svg><"} {
		if strings.Contains(strings.ReplaceAll(page, "</svg></", ""), raw) {
			t.Errorf("%q is not escaped", raw)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Größe") || !strings.Contains(page, "東京") {
		t.Error("names are missing")
	}
}

// Every element is closed in its order; elements without content are HTML's.
func TestPageIsWellFormed(t *testing.T) {
	for _, r := range []*result.Result{reporttest.Brownout(), reporttest.Calm(), reporttest.Crowd(), reporttest.Empty(), reporttest.Interrupted(), {}} {
		decoder := xml.NewDecoder(strings.NewReader(written(t, r)))
		decoder.AutoClose = []string{"meta", "link"}
		decoder.Strict = false
		decoder.Entity = xml.HTMLEntity
		depth := 0
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			switch token.(type) {
			case xml.StartElement:
				depth++
			case xml.EndElement:
				depth--
			}
		}
		if depth != 0 {
			t.Errorf("%s: %d elements stay open", r.Name, depth)
		}
	}
}

func TestPageHasLandmarksAndDataUnderEveryPicture(t *testing.T) {
	page := written(t, reporttest.Brownout())
	for _, landmark := range []string{"<main>", "<nav ", "<header>", `<html lang="en">`, "<h1>"} {
		if strings.Count(page, landmark) != 1 {
			t.Errorf("%d of %s, want 1", strings.Count(page, landmark), landmark)
		}
	}
	figures, data := strings.Count(page, "<figure>"), strings.Count(page, "<details>")
	if figures != 6 || data != figures {
		t.Errorf("%d pictures and %d tables of their data, want 6 each", figures, data)
	}
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if ids[id[1]] {
			t.Errorf("id %s twice", id[1])
		}
		ids[id[1]] = true
	}
	for _, link := range regexp.MustCompile(`(?:href="#|aria-labelledby=")([^"]+)"`).FindAllStringSubmatch(page, -1) {
		for id := range strings.FieldsSeq(link[1]) {
			if !ids[id] {
				t.Errorf("nothing has the id %s", id)
			}
		}
	}
}

// The scale runs from 0 to the larger of bound and upper end, over 164 dots from 4.
func TestBarPlacesIntervalAndBoundOnOneScale(t *testing.T) {
	for _, o := range review.Objectives(reporttest.Brownout()) {
		if o.Measure != "recovery.time" { // 17, 14 to 20, bound 18
			continue
		}
		got := string(bar(o))
		for _, want := range []string{`x1="118.8" x2="168.0"`, `cx="143.4"`, `class="bound" x1="151.6"`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s is missing in %s", want, got)
			}
		}
	}
	if got := bar(review.Objectives(reporttest.Empty())[0]); got != "" {
		t.Errorf("a bar of nothing: %s", got)
	}
}

func TestTheSameResultGivesTheSamePage(t *testing.T) {
	first, second := written(t, reporttest.Crowd()), written(t, reporttest.Crowd())
	if first != second {
		t.Error("pages differ")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsOfTheWriterAreTold(t *testing.T) {
	if err := Write(broken{}, &review.Review{}); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}

func TestNumbersKeepTheirUnits(t *testing.T) {
	for text, want := range map[string]string{"from 5 % to 59 s.": "from 5\u00a0% to 59\u00a0s.", "4 servers, 2 min": "4 servers, 2\u00a0min"} {
		if got := whole(text); got != want {
			t.Errorf("whole(%q) = %q, want %q", text, got, want)
		}
	}
}
