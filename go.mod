module github.com/bauta/bauta

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/nyaruka/phonenumbers v1.8.1 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
