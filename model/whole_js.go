package model

// whole reports whether data are as long as a manifest says. In a browser models come as an
// archive with the manifest in it; the browser and the archive have checked sums of it, and
// another one takes a tenth of the time in which the page starts.
func whole(data []byte, f File) bool { return int64(len(data)) == f.Size }
