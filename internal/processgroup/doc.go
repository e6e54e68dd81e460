// Package processgroup starts programs that start others, and ends all of them; where the system has no groups, the program alone.
package processgroup
