// Package validation tells how the simulator stands against theory: as a table
// for the terminal and as a page with pictures.
package validation
