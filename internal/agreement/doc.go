// Package agreement says how far people who labelled the same messages agree,
// and how sure that figure is.
//
// An [Item] is one message as several annotators tagged it, in IOB2. [Measure]
// compares every two of them token by token and span by span:
//
//   - Cohen's kappa (Cohen, Educational and Psychological Measurement 20, 1960)
//     on the label of each token, without its B or I: over all tokens, over the
//     tokens that at least one of the two marked (nine tokens in ten are O and
//     lift the first), and for each label against the rest;
//   - F1 of exact spans, boundaries and label, which counts neither the tokens
//     nor the agreement on O;
//   - Krippendorff's alpha for nominal labels (Krippendorff, Content Analysis,
//     2004, section 11.3), for any number of annotators with gaps.
//
// Intervals are 95 % percentile bootstraps over messages: tokens of one message
// are not independent. What is not defined is a [Value] that says why in words;
// no figure is ever NaN. [Repeats] measures how far one person agrees with
// themselves on messages shown twice.
//
// All functions are pure and deterministic for their seed.
package agreement
