package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Encode writes the result as JSON, one line. The same result gives the same
// bytes: keys of maps are sorted, numbers are written in their shortest form.
func (r *Result) Encode(w io.Writer) error { return encodeLine(w, r) }

// encodeLine leaves letters such as < as they are.
func encodeLine(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Decode reads what Encode wrote and refuses other forms.
func Decode(data []byte) (*Result, error) {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("not a result: %w", err)
	}
	if head.Format != Format {
		return nil, fmt.Errorf("format %d of results is unknown, this program reads %d", head.Format, Format)
	}
	var r Result
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return nil, fmt.Errorf("not a result: %w", err)
	}
	return &r, nil
}
