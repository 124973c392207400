package budget

// thousand is a token of a gRPC bucket, which counts in thousandths.
const thousand = 1000

// compile gives the bucket of a gRPC channel (gRFC A6, retry throttling). Every
// try that ends with a retryable outcome takes a token, the first and the last of
// a call too; every success adds ratio; a retry goes out only while the bucket is
// then more than half full. Decimals of the ratio beyond the third are dropped.
//
// With 10 tokens four attempts of a call that is refused leave 9, 8, 7, 6, and all
// three retries go out; the next call leaves 5, and gets none.
func (g *GRPC) compile() bucket {
	const slack = 1e-6 // a ratio such as 0.29 is a little less than that
	b := bucket{size: g.Max * thousand, start: g.Max * thousand, earn: int64(float64(g.Ratio*thousand) + slack)}
	if g.Start != nil {
		b.start = min(*g.Start*thousand, b.size)
	}
	return b
}
