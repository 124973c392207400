package quantity

import "strings"

// ParsePrice reads a price such as 3/million or 0.5/thousand. 0 is 0/million.
func ParsePrice(text string) (Price, error) {
	if text == "0" {
		return Price{Per: "million"}, nil
	}
	if bare(text) {
		return Price{}, misread(text, "a price", text+"/million")
	}
	digits, per, _ := strings.Cut(text, "/")
	if amount, ok := float(digits, 0); ok && (per == "million" || per == "thousand") {
		return Price{Amount: amount, Per: per}, nil
	}
	return Price{}, misread(text, "a price per million or thousand", "3/million", "0.5/thousand")
}

// PerMillion gives the price of a million.
func (p Price) PerMillion() float64 {
	if p.Per == "thousand" {
		return p.Amount * 1000
	}
	return p.Amount
}

// String writes the price as it was written.
func (p Price) String() string { return plain(p.Amount) + "/" + p.Per }
