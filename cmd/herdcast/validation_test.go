package main

import (
	"encoding/json"
	"testing"

	"herdcast/experiments/result"
	"herdcast/experiments/validate"
	"herdcast/reports/validation"
)

// The page of the docs shows the suite as it is, with its references, and is what
// its own numbers give. Simulating it anew is for `herdcast validate --out docs`.
func TestValidationPageIsOfTheSuite(t *testing.T) {
	const remedy = "; herdcast validate --full --out docs makes it anew"
	var shown result.Validation
	if err := json.Unmarshal([]byte(page(t, "docs/validation.json")), &shown); err != nil {
		t.Fatal(err)
	}
	suite, directions := validate.References()
	if len(suite) != len(shown.Cases) {
		t.Fatalf("the page shows %d values, the suite has %d%s", len(shown.Cases), len(suite), remedy)
	}
	for i, got := range shown.Cases {
		if got.Verdict != result.Agrees {
			t.Errorf("%s: %s is %s", got.Name, got.What, got.Verdict)
		}
		want := suite[i]
		want.Unit, want.Replications, want.Value, want.Low, want.High, want.Error, want.Z, want.Verdict =
			got.Unit, got.Replications, got.Value, got.Low, got.High, got.Error, got.Z, got.Verdict
		if got != want {
			t.Errorf("the page shows\n%+v\nthe suite has\n%+v%s", got, want, remedy)
		}
	}
	if len(directions) != len(shown.Directions) {
		t.Fatalf("the page shows %d directions, the suite has %d%s", len(shown.Directions), len(directions), remedy)
	}
	for i, got := range shown.Directions {
		if got.Verdict != result.Agrees {
			t.Errorf("%s, %s than %s: %s is %s", got.Name, got.Expected, got.Than, got.What, got.Verdict)
		}
		want := directions[i]
		want.Unit, want.Replications, want.Value, want.Other, want.Difference, want.Low, want.High, want.P, want.Verdict =
			got.Unit, got.Replications, got.Value, got.Other, got.Difference, got.Low, got.High, got.P, got.Verdict
		if got != want {
			t.Errorf("the page shows\n%+v\nthe suite has\n%+v%s", got, want, remedy)
		}
	}
	for name, data := range validation.Files(&shown) {
		if string(data) != page(t, "docs/"+name) {
			t.Errorf("docs/%s is not what docs/validation.json gives%s", name, remedy)
		}
	}
}
