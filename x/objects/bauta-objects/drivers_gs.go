//go:build !no_gs

package main

import _ "gocloud.dev/blob/gcsblob"
