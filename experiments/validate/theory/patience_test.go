package theory

import "testing"

func TestImpatientCallers(t *testing.T) {
	for _, row := range []struct {
		rate, service, patience float64
		gives, waiting, served  float64
	}{
		{12, 1, 0.5, 0.232906087, 1.3974365, 9.2051270},
		{110, 0.1, 0.2, 0.147745842, 3.2504085, 93.7479574},
		{150, 0.1, 0.25, 0.334740291, 12.5527609, 99.7889563},
		{90, 0.1, 0.5, 0.044428488, 1.9992820, 86.0014361},
	} {
		i := Impatient{Queue{row.rate, row.service, 10}, row.patience}
		near(t, "gives up", i.GivesUp(), row.gives, 1e-8)
		near(t, "waiting", i.MeanWaiting(), row.waiting, 1e-7)
		near(t, "served", i.Served(), row.served, 1e-8)
	}
}

func TestStrictCallers(t *testing.T) {
	for _, row := range []struct {
		rate, service  float64
		servers        int
		patience       float64
		gives, meets   float64
		wait, all, out float64
	}{
		{110, 0.1, 10, 0.2, 0.0996743266, 0.961523061, 0.125692050, 0.133098645, 99.0358241},
		{80, 0.01, 1, 0.05, 0.0769866713, 0.738410663, 0.0149776079, 0.0176738653, 73.8410663},
		{90, 0.01, 1, 0.1, 0.0471628450, 0.857553440, 0.0355529949, 0.0385924990, 85.7553440},
		{400, 0.1, 32, 0.1, 0.200015145, 0.999807332, 0.0875124760, 0.0900101699, 319.993942},
	} {
		s := Strict{Queue{row.rate, row.service, row.servers}, row.patience}
		free, _, _ := s.solve()
		near(t, "gives up", s.GivesUp(), row.gives, 1e-8)
		near(t, "has to wait", 1-free, row.meets, 1e-8)
		near(t, "wait of the served", s.MeanWait(), row.wait, 1e-8)
		near(t, "time in queue of all", s.MeanWaiting()/row.rate, row.all, 1e-8)
		near(t, "served", s.Served(), row.out, 1e-8)
	}
	// Where as many arrive as are served the integrals take another form; it must
	// join its neighbours.
	a, b := Strict{Queue{100, 0.01, 1}, 0.1}, Strict{Queue{100.0001, 0.01, 1}, 0.1}
	near(t, "at the limit", a.GivesUp(), b.GivesUp(), 1e-5)
	near(t, "wait at the limit", a.MeanWait(), b.MeanWait(), 1e-5)
}
