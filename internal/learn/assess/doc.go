// Package assess says how good a [learn.Learner] is: stratified k-fold
// cross-validation, hold-out in the order of time, undersampling, the usual
// figures and the learning curve.
//
// [CrossValidate] and [HoldOut] give a [Report]; [Report.String] prints it as
// Weka prints its evaluation, and with the same seed the folds are Weka's, so
// that figures can be compared to the last digit. To score predictions made
// elsewhere, call [Score].
//
// Sources: Fawcett, An introduction to ROC analysis (2006), sections 5 and 8;
// Cohen, A coefficient of agreement for nominal scales (1960).
package assess
