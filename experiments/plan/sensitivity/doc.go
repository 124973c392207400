// Package sensitivity tells from sampled outputs which inputs move them: Sobol's
// indices, and the elementary effects of Morris.
package sensitivity
