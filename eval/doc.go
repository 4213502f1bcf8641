// Package eval compares predictions with gold and says how sure the figures
// are. It knows counts and spans, no files and no models.
//
//   - [Chunks] and [ScoreChunks]: chunk-level scores of the CoNLL-2003 shared
//     task, equal to conlleval to the last digit; [ChunkReport.Bootstrap] gives
//     95 % intervals and [ChunkReport.Group] the averages of AnonyMate's Table 5.
//   - [ScoreSpans]: how much of what had to be hidden is hidden, by character,
//     by entity, and by exact span and type; what came out of masking.
//   - ScoreIoU: F1 and F2 of spans that nearly have the edges of gold.
//   - [ScoreMessages]: Seek&Hide's Tables 3 and 4 and what they do not show:
//     recall over all messages and the leak rate with its exact bound.
//   - [Curve]: what risk is taken at which share of decided messages.
//   - [Pieces] and [Tags]: spans as tags of tokens, cut so that no span is lost;
//     package agreement compares people's tags.
//
// All functions are pure: the same input and seed give the same output, and
// the results marshal to JSON and print in a stable order. Shares are 0 to 1 in
// fields whose comment says so; P, R and F1 are per cent, as in the papers.
package eval
