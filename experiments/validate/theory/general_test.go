package theory

import "testing"

func TestPollaczekKhinchine(t *testing.T) {
	for _, row := range []struct {
		what string
		of   General
		want float64
	}{
		{"constant, half busy: half of M/M/1's 10 ms", General{50, Constant(0.010)}, 0.005},
		{"constant, 90 %", General{90, Constant(0.010)}, 0.045},
		{"exponential is M/M/1", General{80, Exponential(0.010)}, 0.040},
		{"uniform", General{80, Uniform(0.020)}, 0.08 / 3},
		{"log-normal 0.5", General{80, LogNormal{0.010, 0.5}}, 0.025680508},
		{"log-normal 1", General{80, LogNormal{0.010, 1}}, 0.054365637},
		{"log-normal 1.5", General{80, LogNormal{0.010, 1.5}}, 0.189754717},
		{"gamma of variation 1 is exponential", General{80, Gamma{0.010, 1}}, 0.040},
		{"gamma of variation 1/2: (1 + 1/4)/2 of M/M/1's", General{80, Gamma{0.010, 0.5}}, 0.025},
		{"two kinds", General{80, twoKinds()}, 0.130},
	} {
		near(t, row.what, row.of.MeanWait(), row.want, 2e-8)
	}
}

func twoKinds() Mixture { return Mixture{{0.9, Exponential(0.005)}, {0.1, Exponential(0.055)}} }

// Residuals are distribution functions whose mean is E[S²]/(2E[S]), here found by
// adding up their tails.
func TestResiduals(t *testing.T) {
	for _, s := range []Service{Exponential(1), Constant(1), Uniform(2), LogNormal{1, 0.5}, Gamma{1, 0.5}, Gamma{1, 1.5}, Mixture{{0.5, Constant(1)}, {0.5, Exponential(2)}}} {
		const step = 0.001
		var sum float64
		for k := range 60000 {
			sum += step * (1 - s.Residual((float64(k)+0.5)*step))
		}
		near(t, "mean residual", sum, s.Squared()/(2*s.Mean()), 1e-4)
	}
}

// Constant service: values of Crommelin's series. Log-normal and mixed service:
// values of inverted transforms.
func TestWaitQuantiles(t *testing.T) {
	for _, row := range []struct {
		what   string
		of     General
		levels []float64
		want   []float64
	}{
		{"M/M/1", General{80, Exponential(0.010)}, []float64{0.2, 0.5, 0.9, 0.99}, []float64{0, 0.0235002, 0.1039721, 0.2191013}},
		{"constant, 50/s", General{50, Constant(0.010)}, []float64{0.9, 0.95, 0.99, 0.999}, []float64{0.0151574, 0.0205064, 0.0333626, 0.0516839}},
		{"constant, 90/s", General{90, Constant(0.010)}, []float64{0.5, 0.9, 0.95, 0.99, 0.999}, []float64{0.0301305, 0.1078251, 0.1412867, 0.2189824, 0.3301397}},
		{"log-normal 0.5", General{80, LogNormal{0.010, 0.5}}, []float64{0.5, 0.9, 0.95, 0.99}, []float64{0.015646, 0.065727, 0.087316, 0.137446}},
		{"log-normal 1", General{80, LogNormal{0.010, 1}}, []float64{0.5, 0.9, 0.95, 0.99}, []float64{0.026623, 0.146791, 0.203490, 0.342994}},
		{"log-normal 1.5, half busy", General{50, LogNormal{0.010, 1.5}}, []float64{0.9, 0.95, 0.99}, []float64{0.121812, 0.228005, 0.643053}},
		{"log-normal 1.5", General{80, LogNormal{0.010, 1.5}}, []float64{0.5, 0.9, 0.95, 0.99}, []float64{0.060686, 0.510786, 0.783557, 1.64422}},
		{"two kinds", General{80, twoKinds()}, []float64{0.5, 0.9, 0.95, 0.99, 0.999}, []float64{0.0636544, 0.357312, 0.483787, 0.777452, 1.19759}},
	} {
		for i, got := range row.of.WaitQuantiles(row.levels...) {
			near(t, row.what, got, row.want[i], 3e-4)
		}
	}
}

func TestSharedServer(t *testing.T) {
	near(t, "70 %", Shared{Rate: 70, Service: 0.010}.MeanResponse(), 0.0333333, 1e-5)
	full := Shared{Rate: 100, Service: 0.010, Room: 10}
	near(t, "eleven equal states", full.Refused(), 1.0/11, 1e-12)
	near(t, "five inside, 10/11 of 100/s served", full.MeanResponse(), 0.055, 1e-12)
}

// With 70 % of the server taken, work takes 1/0.3 of its time.
func TestSharedByWork(t *testing.T) {
	near(t, "short", Shared{Rate: 70, Service: 0.010}.ResponseOf(0.005), 0.005/0.3, 1e-12)
}
