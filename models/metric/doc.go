// Package metric folds facts into measures, one file a measure.
package metric
