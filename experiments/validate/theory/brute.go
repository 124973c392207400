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
	Succeeded   Estimate // calls per second
	Failed      Estimate // calls per second
	Attempts    Estimate // per second
	Refused     Estimate // share of attempts
	SucceededIn Estimate // mean duration of a success, s
}

// The fleets are from 40 runs of an event simulation written apart from this one; a
// second one in another language agrees within two standard errors, and with one
// attempt and no timeout the first agrees with the exact chain of Closed.
var (
	// 200 agents, 1 s of thinking, 8 servers of 50 ms, 40 places, timeout 200 ms with
	// the next attempt at once, 100 ms of pause after a refusal, three attempts.
	FleetOf200 = Fleet{
		Succeeded: Estimate{37.076662, 0.079061}, Failed: Estimate{114.520463, 0.082624},
		Attempts: Estimate{412.698712, 0.156493}, Refused: Estimate{0.612408, 0.000199},
		SucceededIn: Estimate{0.294152, 0.000150},
	}
	// 60 agents, 0.5 s of thinking, 4 servers of 50 ms, 16 places, timeout 150 ms,
	// exponential pauses of 50 ms after either failure, two attempts.
	FleetOf60 = Fleet{
		Succeeded: Estimate{26.628325, 0.045994}, Failed: Estimate{63.862219, 0.053081},
		Attempts: Estimate{163.853200, 0.056804}, Refused: Estimate{0.512097, 0.000277},
		SucceededIn: Estimate{0.162663, 0.000095},
	}
)

// Partly is a storm that lives on though some attempts succeed: attempts and successes
// per second, 10 servers of 10 ms, timeout 500 ms, servers stopped for the first 3 s.
// Attempts of a call are alike, so the mean field is off by up to 1 %. 20 runs of 300 s.
type Partly struct {
	Storm
	Made, Succeeded Estimate
}

// PartlyOf are the storms by their calls a second and their room.
var PartlyOf = map[[2]int]Partly{
	{900, 520}: {Storm{900, 4, 0.5, tenServers(520)}, Estimate{3248.206, 4.7}, Estimate{217.8338, 2.6}},
	{800, 515}: {Storm{800, 5, 0.5, tenServers(515)}, Estimate{3354.917, 8.2}, Estimate{286.0797, 3.1}},
	{800, 530}: {Storm{800, 5, 0.5, tenServers(530)}, Estimate{3763.33, 6.8}, Estimate{112.2775, 2.6}},
	{700, 560}: {Storm{700, 4, 0.5, tenServers(560)}, Estimate{2789.401, 1.2}, Estimate{7.141667, 0.41}},
}

func tenServers(room int) Bounded { return Bounded{Queue{Service: 0.010, Servers: 10}, room} }

// LongPause is a limit whose refused calls come again after sixty services: the
// attempts and services a second between 15 pauses and 350 services later, by 3000 runs
// of Again.Simulate.
type LongPause struct {
	Again
	Attempts, Served Estimate
}

var (
	FourTriesAt12 = LongPause{Again{Rate: 12, Service: 1, Limit: 10, Most: 4, Pause: 60}, Estimate{29.0932, 0.014}, Estimate{9.54349, 0.0028}}
	FourTriesAt15 = LongPause{Again{Rate: 15, Service: 1, Limit: 10, Most: 4, Pause: 60}, Estimate{42.3004, 0.015}, Estimate{9.71053, 0.0029}}
	FiveTriesAt80 = LongPause{Again{Rate: 80, Service: 0.1, Limit: 10, Most: 5, Pause: 6}, Estimate{104.873, 0.085}, Estimate{79.9438, 0.025}}
)

// FedBySuccesses is attempts a call by the share that fails: 100 clients with ten calls
// a second each for 10 s, trips of 10 ms, buckets of five tokens, by 1500 runs of
// Fed.Attempts.
var FedBySuccesses = map[float64]Estimate{
	0.1: {1.101285, 0.000063}, 0.25: {1.121854, 0.00002}, 0.5: {1.097116, 0.000021}, 0.75: {1.070519, 0.00002},
}
