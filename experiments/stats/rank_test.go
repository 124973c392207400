package stats

import "testing"

func TestRankCorrelationIsSpearmans(t *testing.T) {
	for _, row := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{1, 10, 100, 1000}, 1}, // it only asks for the order
		{[]float64{1, 2, 3, 4}, []float64{9, 7, 2, 1}, -1},
		// Ranks 1 2 3 4 5 and 2 1 4 3 5: 1 − 6·(1+1+1+1+0)/(5·24) = 0.8.
		{[]float64{1, 2, 3, 4, 5}, []float64{20, 10, 40, 30, 50}, 0.8},
		// Ties share ranks: 1.5 1.5 3 4 with 1 2 3 4: 4.5/√(4.5·5) = 0.948683.
		{[]float64{7, 7, 8, 9}, []float64{1, 2, 3, 4}, 0.94868329805},
	} {
		got, ok := RankCorrelation(row.x, row.y)
		near(t, "correlation", got, row.want, 1e-10)
		if !ok {
			t.Errorf("%v and %v: none", row.x, row.y)
		}
	}
	if _, ok := RankCorrelation([]float64{1, 2, 3}, []float64{5, 5, 5}); ok {
		t.Error("what never changes is correlated")
	}
}
