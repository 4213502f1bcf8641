// Package logistic learns multinomial logistic regression with an L2 penalty
// from sparse rows, such as the words of a message.
//
// A [Matrix] holds the rows; [Config.Train] minimises
//
//	Σ_i −log p(y_i | x_i) + ‖W‖² / 2C
//
// by L-BFGS ([learn.LBFGS]) over weights W and free constants, and gives a
// [Model]. With OneVsRest each class is told from all others, and the
// probabilities are the shares of the logistic functions. [Model.Calibrate]
// fits a temperature on rows that were not trained on; [Model.Evaluate] says
// how good and how honest the probabilities are.
//
// # How it is made fast
//
// The weights of a feature stand together, one for each class, as float32, so
// that a row's scores are a few additions of short vectors. Columns that hold
// the same values in the same rows are one column (their weights would be
// equal, and one column of their joint length has the same penalty): in text
// the n-grams that occur once in a row fall together. Each column is scaled by
// the curvature its frequency gives, which L-BFGS would take many steps to find.
// The gradient is summed column by column, so that neither its bits nor the
// memory hang on the number of goroutines.
//
// # Promises
//
// The same data and configuration give the same bits on any number of
// goroutines of one kind of machine. A Model is read-only after training and
// calibration and safe for concurrent use.
package logistic
