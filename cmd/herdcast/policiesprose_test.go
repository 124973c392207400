package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"herdcast/policies/preset"
)

// timesIn gives the times that a text says, as in "0.8, 2.4 and 5.6 s".
func timesIn(t *testing.T, text string) (all []time.Duration) {
	t.Helper()
	units := map[string]time.Duration{"ms": time.Millisecond, "s": time.Second, "minutes": time.Minute, "days": 24 * time.Hour}
	listed := regexp.MustCompile(`((?:\d[\d.,]*(?:, | and | to | or ))*\d[\d.,]*) (ms|s|minutes|days)\b`)
	number := regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
	for _, m := range listed.FindAllStringSubmatch(text, -1) {
		for _, n := range number.FindAllString(m[1], -1) {
			x, err := strconv.ParseFloat(strings.ReplaceAll(n, ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, time.Duration(x*float64(units[m[2]])+0.5))
		}
	}
	return all
}

// timesOf gives the times that a policy has: those of its resolved layers, and those
// that the program computes from them.
func (c *cost) timesOf() (all []time.Duration) {
	for _, word := range regexp.MustCompile(`[\w.]+`).FindAllString(string(c.Layers), -1) {
		if d, err := time.ParseDuration(word); err == nil {
			all = append(all, d)
		}
	}
	all = append(all, time.Duration(c.Horizon), time.Duration(c.Time))
	for _, retry := range c.Retries {
		sum := time.Duration(0)
		for _, w := range retry.Waits {
			all = append(all, time.Duration(w[0]), time.Duration(w[1]))
			sum += time.Duration(w[1])
		}
		all = append(all, sum)
	}
	return all
}

// elsewhere are the times in the sentences of presets that are no time of their layers
// and follow from none, with what they are.
var elsewhere = map[string][]time.Duration{
	"anthropic-ts-1.15": {595*time.Hour + 12*time.Minute},     // 2^31 - 1 ms are 24.86 days
	"aws-blog-full":     {5 * time.Millisecond},               // the base, half of the first bound
	"cenkalti-v4":       {90 * time.Second},                   // 60 s and half of it more
	"cenkalti-v5":       {90 * time.Second},                   //
	"claude-code":       {5 * time.Minute},                    // left out
	"go-zero":           {10 * time.Second},                   // the window of its rules
	"hystrix-go":        {10 * time.Second, 11 * time.Second}, // likewise
	"openai-go-1.12":    {time.Minute},                        // below: 59.999 s at most
	"polly-7-jitter":    {2 * time.Second, 4 * time.Second},   // 1 s doubled, around which it draws
	"vercel-ai":         {time.Minute},                        // below: 59.999 s at most
}

// The sentences about a preset tell no time that its layers do not have and that does
// not follow from them.
func TestTimesInTheSentencesOfPresets(t *testing.T) {
	for _, p := range preset.All() {
		c, err := presetCost(p)
		if err != nil {
			t.Fatal(err)
		}
		known := append(c.timesOf(), elsewhere[p.Name]...)
		for _, d := range timesIn(t, p.About) {
			found := false
			for _, k := range known {
				found = found || k == d || k == d+1 // more than d
			}
			if !found {
				t.Errorf("%s says %v, which is none of %v", p.Name, d, known)
			}
		}
	}
}

// "Four attempts", "up to ten retries": as many as the program computes, where that is
// bounded.
func TestAttemptsInTheSentencesOfPresets(t *testing.T) {
	words := []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"}
	said := regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `) (attempt|retries)`)
	told := 0
	for _, p := range preset.All() {
		m := said.FindStringSubmatch(p.About)
		if m == nil {
			continue
		}
		told++
		n := 1
		for words[n-1] != strings.ToLower(m[1]) {
			n++
		}
		if m[2] == "retries" {
			n++
		}
		c, err := presetCost(p)
		if err != nil {
			t.Fatal(err)
		}
		if c.attempts() != strconv.Itoa(n) {
			t.Errorf("%s says %q, computed are %s attempts", p.Name, m[0], c.attempts())
		}
	}
	if told < 40 {
		t.Errorf("only %d sentences tell attempts", told)
	}
}
