// Package richresults compares what auditctl says of structured data with a validator that was made by watching Google's own: adobe's npm package.
package richresults
