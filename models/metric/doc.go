// Package metric folds facts into measures, one file a family of them.
package metric
