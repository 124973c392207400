package figure

import (
	"bytes"
	"encoding/xml"
	"flag"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var results = map[string]func() *result.Result{
	"brownout": reporttest.Brownout, "calm": reporttest.Calm, "crowd": reporttest.Crowd, "interrupted": reporttest.Interrupted,
}

func drawn(r *result.Result) map[string]Figure {
	all := map[string]Figure{}
	for _, f := range All(r) {
		all[f.Name] = f
	}
	return all
}

func TestPicturesAreAsTheyWere(t *testing.T) {
	for _, f := range All(reporttest.Brownout()) {
		got := f.SVG()
		path := filepath.Join("testdata", f.Name+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s; look at both, then run the test with -update", f.Name, path)
		}
	}
}

// Where all of the capacity is far above what arrives, its line is drawn only if a
// fault brings it into the picture.
func TestCapacityIsShownWhereAFaultLeavesLittle(t *testing.T) {
	for _, row := range []struct {
		share float64
		want  bool
	}{{0.01, true}, {0.5, false}} {
		r := reporttest.Brownout()
		capacity := 20000.0 // against a peak of 1,280/s
		r.Facts.Capacity, r.Facts.Faults[0].Capacity = &capacity, row.share
		f := drawn(r)["arrivals"]
		if !strings.HasSuffix(f.Subtitle, "; the capacity of 20,000/s lies above the picture") {
			t.Errorf("got %q", f.Subtitle)
		}
		if got := bytes.Contains(f.SVG(), []byte("stroke-dasharray")); got != row.want {
			t.Errorf("with a share of %v a dashed line is drawn: %v, want %v", row.share, got, row.want)
		}
	}
}

func TestArrivalsTellWhatIsTurnedAway(t *testing.T) {
	heading := "turned away by the policy, per second"
	f := drawn(reporttest.Brownout())["arrivals"]
	if last := len(f.Table.Columns) - 1; f.Table.Columns[last] != heading || f.Table.Rows[0][last] != "0" {
		t.Errorf("got %v, %v", f.Table.Columns, f.Table.Rows[0])
	}
	r := reporttest.Brownout()
	clear(r.Series["rejections"].Mean)
	if f := drawn(r)["arrivals"]; slices.Contains(f.Table.Columns, heading) || strings.Contains(f.Alt, "turn away") {
		t.Errorf("nothing is turned away, but %v, %s", f.Table.Columns, f.Alt)
	}
}

func TestTitlesStateWhatTheNumbersSay(t *testing.T) {
	for _, row := range []struct {
		result     func() *result.Result
		name, want string
	}{
		{reporttest.Brownout, "arrivals", "1,280/s arrive at 4:00, ×2.0 what can be served then; 36 % of them are retries"},
		{reporttest.Brownout, "budget", "2.58 % of tasks run out of time; half of the tasks use 41 % of their 120 s or less"},
		{reporttest.Brownout, "time", "95 % of task time is thinking, 1.1 % is service; the largest loss is repeating turns, 3 %"},
		{reporttest.Brownout, "effects", "90 % of the side effects wanted land; 35 a run land once too often, 0.795 per 1,000"},
		{reporttest.Brownout, "goodput", "Goodput falls to 145/s at 3:03, 36 % of the usual 400/s"},
		{reporttest.Brownout, "queue", "Up to 500 requests wait at the dependency, at 4:00"},
		{reporttest.Calm, "arrivals", "Arrivals peak at 414/s at 1:20"},
		{func() *result.Result {
			r := reporttest.Brownout()
			r.Facts.Faults[0].Capacity = 0
			for i := 180; i < 240; i++ {
				r.Series["arrivals.first"].Mean[i] = 300
			}
			r.Series["arrivals.first"].Mean[200] = 700
			r.Series["arrivals.retries"].Mean[200] = 0
			return r
		}, "arrivals", "700/s arrive at 3:20 and none can be served then"},
		{func() *result.Result {
			r := reporttest.Brownout()
			for _, name := range []string{"arrivals.first", "arrivals.retries"} { // a burst in the warm-up, nothing later
				mean := r.Series[name].Mean
				clear(mean)
				mean[10] = 5000
			}
			return r
		}, "arrivals", "Nothing arrives in 9 min"},
		{func() *result.Result {
			r := reporttest.Calm()
			capacity := 410.0 // below the peak of 414/s, by less than chance gives
			r.Facts.Capacity = &capacity
			return r
		}, "arrivals", "Arrivals peak at 414/s at 1:20"},
		{func() *result.Result {
			r := reporttest.Calm()
			capacity := 500.0
			r.Facts.Capacity = &capacity
			return r
		}, "arrivals", "Arrivals peak at 414/s at 1:20, within the capacity of 500/s"},
		{func() *result.Result {
			r := reporttest.Brownout()
			r.Facts.Capacity = nil
			for i := 400; i < 430; i++ { // few first tries and as many retries, when most is turned away
				r.Series["arrivals.first"].Mean[i], r.Series["arrivals.retries"].Mean[i] = 10, 10
			}
			for i := 300; i < 320; i++ { // as many retries as first tries, for 20 s
				r.Series["arrivals.retries"].Mean[i] = r.Series["arrivals.first"].Mean[i]
			}
			return r
		}, "arrivals", "Retries double the load or more for 20 s"},
		{func() *result.Result {
			r := reporttest.Brownout()
			r.Measures["wall_clock.exhausted"] = result.Measure{Value: new(float64)}
			return r
		}, "budget", "No task runs out of time; half of the tasks use 41 % of their 120 s or less"},
	} {
		if got := drawn(row.result())[row.name].Title; got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func TestEveryPictureIsWellFormedAndSaysWhatItShows(t *testing.T) {
	for name, r := range results {
		for _, f := range All(r()) {
			if f.WhyNot != "" {
				continue
			}
			for _, svg := range [][]byte{f.SVG(), f.Inline()} {
				decoder := xml.NewDecoder(bytes.NewReader(svg))
				for {
					if _, err := decoder.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%s %s: %v", name, f.Name, err)
					}
				}
				if bytes.Contains(svg, []byte("style=")) || bytes.Contains(svg, []byte("<script")) {
					t.Errorf("%s %s: a strict policy forbids style attributes and scripts", name, f.Name)
				}
				if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
					t.Errorf("%s %s: a coordinate is no number", name, f.Name)
				}
			}
			if f.Title == "" || f.Subtitle == "" || f.Alt == "" || len(f.Table.Rows) == 0 {
				t.Errorf("%s %s lacks words or numbers: %+v", name, f.Name, f)
			}
			if !strings.ContainsAny(f.Title, "0123456789") {
				t.Errorf("%s %s: no number in %q", name, f.Name, f.Title)
			}
			for _, row := range f.Table.Rows {
				if len(row) != len(f.Table.Columns) {
					t.Errorf("%s %s: a row of %d cells under %d headings", name, f.Name, len(row), len(f.Table.Columns))
				}
			}
		}
	}
}

func TestWithoutDataThereIsAReasonInPlaceOfAPicture(t *testing.T) {
	short := reporttest.Brownout()
	for name, s := range short.Series {
		s.Mean, s.Low, s.High = s.Mean[:1], s.Low[:1], s.High[:1]
		short.Series[name] = s
	}
	short.Histograms["wall_clock.used"] = result.Histogram{Edges: []float64{0, 1}, Counts: []int64{0}}
	for _, r := range []*result.Result{reporttest.Empty(), short, {}} {
		for _, f := range All(r) {
			if f.WhyNot == "" && (r != short || f.Name != "time" && f.Name != "effects") {
				t.Errorf("%s is drawn", f.Name)
			}
		}
	}
	if why := drawn(reporttest.Empty())["time"].WhyNot; why != "no task started after the warm-up" {
		t.Errorf("got %q", why)
	}
}

func TestTheSameResultGivesTheSameBytes(t *testing.T) {
	first, second := drawn(reporttest.Brownout())["time"], drawn(reporttest.Brownout())["time"]
	if !bytes.Equal(first.SVG(), second.SVG()) {
		t.Error("SVG differs")
	}
	one, err := first.PNG()
	if err != nil {
		t.Fatal(err)
	}
	two, err := second.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Error("PNG differs")
	}
	picture, err := png.Decode(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got != 2*width {
		t.Errorf("%d dots wide, want %d", got, 2*width)
	}
}

// Several pictures share a page, so their ids must differ.
func TestIdsAreUniqueOverAllPictures(t *testing.T) {
	seen := map[string]string{}
	for _, f := range All(reporttest.Brownout()) {
		for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(string(f.Inline()), -1) {
			if other, taken := seen[id[1]]; taken {
				t.Errorf("id %s of %s and of %s", id[1], other, f.Name)
			}
			seen[id[1]] = f.Name
		}
	}
}

func TestTextWithUnknownLettersIsLeftToTheViewer(t *testing.T) {
	svg := string(drawn(reporttest.Crowd())["time"].SVG())
	for _, want := range []string{">東京</text>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(svg, "<b>") {
		t.Error("a name is not escaped")
	}
}

// contrast is the ratio of WCAG 2.1 between two colours.
func contrast(a, b tone) float64 {
	light := func(t tone) float64 {
		sum := 0.0
		for _, part := range []struct {
			value  uint8
			weight float64
		}{{t.shade.R, 0.2126}, {t.shade.G, 0.7152}, {t.shade.B, 0.0722}} {
			v := float64(part.value) / 255
			if v <= 0.03928 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += v * part.weight
		}
		return sum
	}
	high, low := light(a), light(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func TestWordsStandOutFromThePaper(t *testing.T) {
	for _, words := range []tone{ink, muted} {
		if got := contrast(words, paper); got < 4.5 {
			t.Errorf("%s has a contrast of %.2f, want 4.5", words.name, got)
		}
	}
}
