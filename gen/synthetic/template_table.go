package main

import "strings"

// templates are requests, notes and small talk with places to fill.
var templates = []string{
	"Hello, this is {person}. Could you change my phone number to {phone}?",
	"please send the invoice to {email} before {date}",
	"My card {card} was declined at the till, can you look into it?",
	"I've moved to {street}, {city} {zip}. Please update my records.",
	"The transfer of {amount} to {iban} has not arrived.",
	"{person} asked me to forward this to {email}.",
	"Someone logged in from {ip}, that was not me!",
	"my social security number is {ssn}",
	"SSN: {ssn}, date of birth: {date}",
	"Have a look at {url} and tell me what you think",
	"Is {first} at the office today? I need her to sign for {org}.",
	"You can reach me on {phone} or on {phone} after six.",
	"Dear {person},\nyour order is on its way to {street}, {city}.\nBest,\n{first}",
	"{org} is hiring, apply at {url}",
	"Block the card ending soon: {card}, it belongs to {person}",
	"server {ip} does not answer, host is {url}",
	"we met {person} and {person} in {city} on {date}",
	"What is the limit of card number {card}?",
	"How do I send money to {iban}? The bank says it is {person}'s account.",
	"call {first} back: {phone}",
	"Name: {person}\nAddress: {street}\nCity: {city}\nZIP: {zip}\nPhone: {phone}\nEmail: {email}",
	"the meeting with {org} is in {city}, ask {last} for the details",
	"my email changed from {email} to {email}",
	"From {ip} to {ip}: 3 packets lost, 120 ms",
	"{first} was born on {date}, he is a customer since {date}.",
	"Mr. {last} lives at {street}.",
	"Mrs. {last} will pick it up",
	"I am {person} and I'd like to cancel my trip to {city}",
	"could you check whether {card} is still valid? thanks, {first}",
	"Pay {amount} into account {iban}, reference {last}.",
	"the site {url} is down since this morning",
	"no names here, just checking whether the delivery is late again",
	"We open at 9:30 and close at 18:00, version 2.4.1 is out.",
	"Room 12 is free, 3 of 4 seats are taken, that's 75% already",
	"Do you take cash? It is only {amount}.",
	"Please ship 24 boxes of 500 sheets, item 3301, by Friday",
	"{person}'s number is {phone} and the zip is {zip}",
	"Fax it to {phone}, attention {person}, {org}",
	"my ssn? it's {ssn}. and yes, {first} knows",
	"Could {person} please come to the desk",
}

// Names, of many origins, and towns; nobody is meant.
var (
	firstNames = strings.Fields("Emma Liam Olivia Noah Ava Mason Sophia Jacob Mia Ethan Chloe Daniel Grace Samuel Hannah Carlos Lucia Mateo Sofia Diego Yuki Haruto Sakura Wei Mei Jun Priya Arjun Ananya " +
		"Fatima Omar Layla Hassan Ivan Olga Dmitri Anna Lars Ingrid Sven Astrid Pierre Claire Luc Amelie Giulia Marco Paolo Chiara Hans Greta Klaus Heidi Kwame Amara Chidi Zola Jamal Keisha Brandon Tiffany Megan Kyle Ashley Tyler")
	lastNames = strings.Fields("Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson Harris Clark Lewis Robinson " +
		"Walker Young Allen Nguyen Patel Kim Chen Wang Singh Khan Ali Ivanov Petrov Novak Kowalski Schmidt Fischer Weber Dubois Moreau Rossi Ferrari Bianchi Larsen Hansen Nilsson Okafor Mensah Tanaka Sato Suzuki Yamamoto Silva Costa Oliveira")
	cities = []string{"Boston", "Chicago", "San Diego", "Houston", "Seattle", "Denver", "Portland", "Austin", "London", "Manchester", "Leeds", "Toronto", "Sydney", "Melbourne", "Dublin", "Berlin", "Madrid", "Lisbon", "New York", "Los Angeles"}
)

var streetWords = strings.Fields("Street Road Avenue Lane Drive St Rd Ave Court Way Place Boulevard")

// fillers by the name of the slot.
var fillers = map[string]filler{
	"person": {"PERSON", person}, "first": {"PERSON", func(g *generator) string { return g.pick(firstNames) }},
	"last":  {"PERSON", func(g *generator) string { return g.pick(lastNames) }},
	"email": {"EMAIL", email}, "phone": {"PHONE", phone}, "card": {"UID", card}, "iban": {"UID", iban},
	"ssn": {"UID", ssn},
	"ip":  {"IP_ADDRESS", address}, "url": {"URL", url}, "street": {"ADDRESS", street}, "zip": {"ZIP_CODE", zip},
	"city": {"LOCATION", func(g *generator) string { return g.pick(cities) }}, "org": {"ORGANIZATION", org},
	"date": {"DATE", date}, "amount": {"", func(g *generator) string { return g.shape("$%##.##") }},
}
