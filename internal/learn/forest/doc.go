// Package forest learns ensembles of trees: [Bagging] of any learner (C4.5 by
// default), [RandomForest], and gradient-boosted trees ([Boost]).
//
// Random forest and boosting work on features cut into at most 255 bins each
// (histograms), in which a missing value has a bin of its own and goes to the
// side where it does most good. Nominal attributes are laid out as indicators
// by [learn.Encoder].
//
// Every random choice comes from the seed of the configuration. Classifiers are
// read-only and safe for concurrent use, and can be written and read in a
// compact binary form.
//
// Sources: Breiman, Bagging predictors (1996); Breiman, Random forests (2001);
// Friedman, Greedy function approximation: a gradient boosting machine (2001);
// Chen and Guestrin, XGBoost (2016), section 2.2 for the gain and leaf weights.
package forest
