// Package nearest finds the known word that a misspelt one was meant to be.
package nearest

// Word gives the known word with the fewest edits (a letter put in, left out,
// changed or swapped with its neighbour) from the found one, the first of those
// with as few. It answers "" where even that one is more than a third of the
// found word's length away.
func Word(found string, known []string) string {
	best, fewest := "", max(1, len(found)/3)+1
	for _, word := range known {
		if len(word)-len(found) >= fewest || len(found)-len(word) >= fewest {
			continue
		}
		if n := edits(found, word); n < fewest {
			best, fewest = word, n
		}
	}
	return best
}

// edits counts by the optimal string alignment distance.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			changed := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
