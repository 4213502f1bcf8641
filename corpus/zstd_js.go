package corpus

// zst is told, and not read: what packs weighs a hundredth of the page's download.
var zst = packing{magic: zstdMagic, ext: ".zst"}
