module github.com/bauta/bauta

go 1.26
