// Package location finds what gives the place away and takes it out.
//
// A classifier that guesses the place of a message from its words shows what an
// attacker could guess; a search deletes the fewest words until it cannot
// (Taguchi and Aramaki, Novel location de-identification for machine and human,
// UISTDA 2018).
//
//   - [Grid] cuts a bounding box into cells; [Division] keeps those with enough
//     messages as classes.
//   - [Train] learns a [Model] from [Record] values: words and pairs of words,
//     multinomial logistic regression, a temperature, and second attackers of
//     another kind. [Model.Evaluate] measures them, [Curve] over growing training.
//   - [TrainFeasibility] learns whether people think that they can tell.
//   - [Cleaner] searches: the smallest number of words whose deletion brings
//     the greatest probability below the threshold, and among those deletions the
//     one that leaves the least. [Detector] puts it into a pipeline.
//   - [CalibratePairs] and [CalibrateTarget] find the threshold.
//
// A language without blanks needs a [Segmenter]; location/japanese has one.
// A Model is read-only once made and safe for concurrent use.
package location
