package theory

// Estimate is a value that only simulation gives, with its standard error.
type Estimate struct{ Value, Error float64 }

// Window is a span of seconds into which so many instants fall.
type Window struct{ Agents, Seconds int }

// SlidingPeak is the largest number of independent uniform instants in 100 ms
// anywhere in a window: a scan statistic, from 20,000 drawings for 10,000 instants
// to 200,000 for 500, in which the distances between sorted instants were looked
// at; a second program that sorts agrees within three standard errors.
var SlidingPeak = map[Window]Estimate{
	{500, 1}:    {66.3970, 0.0082},
	{500, 4}:    {23.4314, 0.0043},
	{500, 16}:   {10.1287, 0.0024},
	{2000, 1}:   {232.7863, 0.0288},
	{2000, 4}:   {71.3721, 0.0141},
	{2000, 16}:  {25.6420, 0.0072},
	{10000, 1}:  {1073.2230, 0.1095},
	{10000, 4}:  {297.0670, 0.0507},
	{10000, 16}: {90.6495, 0.0242},
}

// Fleet is a closed fleet whose calls time out while abandoned work goes on, so that
// the queue holds work for nobody; no closed form is known.
type Fleet struct {
	Succeeded     Estimate // calls per second
	Attempts      Estimate // per second
	Amplification Estimate
	SucceededIn   Estimate // mean duration of a success, s
}

// The fleets are from 40 runs of an event simulation written apart from this one; a
// second one in another language agrees within two standard errors, and with one
// attempt and no timeout the first agrees with the exact chain of Closed.
var (
	// 200 agents, 1 s of thinking, 8 servers of 50 ms, 40 places, timeout 200 ms with
	// the next attempt at once, 100 ms of pause after a refusal, three attempts.
	FleetOf200 = Fleet{
		Succeeded: Estimate{37.076662, 0.079061}, Amplification: Estimate{2.722339, 0.000727},
		Attempts: Estimate{412.698712, 0.156493}, SucceededIn: Estimate{0.294152, 0.000150},
	}
	// 60 agents, 0.5 s of thinking, 4 servers of 50 ms, 16 places, timeout 150 ms,
	// exponential pauses of 50 ms after either failure, two attempts.
	FleetOf60 = Fleet{
		Succeeded: Estimate{26.628325, 0.045994}, Amplification: Estimate{1.810721, 0.000389},
		Attempts: Estimate{163.853200, 0.056804}, SucceededIn: Estimate{0.162663, 0.000095},
	}
	// StormedPartly is the attempts and the successes per second of a storm that lives
	// on though some attempts succeed: 900 calls a second, four attempts, 520 places,
	// 10 servers of 10 ms, timeout 500 ms, servers stopped for the first 3 s. Attempts
	// of a call are alike, so the mean field is off by up to 1 %. 20 runs of 300 s.
	StormedPartly = struct{ Attempts, Succeeded Estimate }{Estimate{3248.206, 4.7}, Estimate{217.8338, 2.6}}
)

// BudgetedAtATenth is attempts per call with a budget of 20 % of the calls of ten
// seconds, 100 calls a second of which each attempt fails with 10 %, at most three
// attempts: eight runs of 1,900 s. Without a budget it would be 1.11.
var BudgetedAtATenth = Estimate{1.10995, 0.00026}
