package contrast

import (
	"encoding/json"
	"testing"
)

func shown(t *testing.T, a, b string) string {
	t.Helper()
	layers, err := Of([]byte(a), []byte(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(layers)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLayersOfOneKindStandSideBySide(t *testing.T) {
	const (
		a = `[{"name":"retry","retry":{"attempts":3,"backoff":{"first":"1s","cap":"20s"},"on":["throttled","timeout"]}},{"name":"timeout","timeout":"60s"}]`
		b = `[{"name":"breaker","breaker":{"open":"30s"}},{"name":"retry","retry":{"attempts":3,"backoff":{"first":{"throttled":"1s","other":"50ms"}},"on":["throttled"]}},{"name":"timeout","timeout":"60s"}]`
	)
	for _, row := range []struct{ what, a, b, want string }{
		{"the same", a, a, `[{"layer":"retry","a":1,"b":1,"differs":[]},{"layer":"timeout","a":2,"b":2,"differs":[]}]`},
		{"others", a, b, `[{"layer":"breaker","a":0,"b":1,"differs":[{"key":"breaker.open","a":null,"b":"30s"}]},` +
			`{"layer":"retry","a":1,"b":2,"differs":[{"key":"retry.backoff.first","a":"1s","b":"{throttled: 1s, other: 50ms}"},{"key":"retry.backoff.cap","a":"20s","b":null},` +
			`{"key":"retry.on","a":"[throttled, timeout]","b":"[throttled]"}]},` +
			`{"layer":"timeout","a":2,"b":3,"differs":[]}]`},
		{"none", `[]`, `[{"name":"mine","timeout":"1s"}]`, `[{"layer":"timeout","a":0,"b":1,"differs":[{"key":"name","a":null,"b":"mine"},{"key":"timeout","a":null,"b":"1s"}]}]`},
		{"in another order", `[{"retry":{}},{"timeout":"1s"}]`, `[{"timeout":"1s"},{"retry":{}}]`,
			`[{"layer":"retry","a":1,"b":0,"differs":[{"key":"retry","a":"{}","b":null}]},{"layer":"timeout","a":2,"b":1,"differs":[]},{"layer":"retry","a":0,"b":2,"differs":[{"key":"retry","a":null,"b":"{}"}]}]`},
	} {
		if got := shown(t, row.a, row.b); got != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.what, got, row.want)
		}
	}
}

func TestWhatIsNoListOfLayersIsRefused(t *testing.T) {
	for _, text := range []string{``, `{}`, `[{"retry":`} {
		if _, err := Of([]byte(text), []byte(`[]`)); err == nil {
			t.Errorf("%q is taken", text)
		}
		if _, err := Of([]byte(`[]`), []byte(text)); err == nil {
			t.Errorf("%q is taken as the second", text)
		}
	}
}
