// Package server is the pages on which people decide: review, second look,
// audit, dashboard, release, people. It is given a review.Store and knows no
// database and no detector.
//
// [New] makes an http.Handler. Everything a person sees is rendered here with
// html/template; the screens of work add small ES modules (package ui) that talk
// JSON to addresses with /api/ in them. Texts of messages are in answers alone:
// never in an address, a title, a log line or the browser's storage.
//
// # How to add a screen
//
//  1. Routes: a method that gives its []route, named in Server.table. A pattern
//     with {slug} is about a project; its access names the roles. Add the rows
//     to the role matrix of TestC11.
//  2. Page: a view struct with all that the template shows, a template
//     ui/templates/NAME.html that defines "body", and a call of Server.render
//     with page{Title: …, Body: view}. TestTemplates runs it empty and full.
//  3. Tab: one line in Server.tabs. The tab is the present one where its name is
//     the page's Title.
//  4. Keys, on a screen of work: its bindings in StandardKeys under the screen's
//     name, and page.Screen. Print them on the buttons with
//     {{template "kbd" (.Key "action")}} and give the button data-do="action".
//  5. Module: page.Module names a file in ui/js. It imports ui.js (el, ask,
//     drawer, blur …), keymap.js (listen: keys and buttons to actions), queue.js
//     (decisions that survive a lost server), effort.js (seconds and keys),
//     tokens.js (a message as tokens). page.Boot is what it starts with, found
//     as boot.screen.
//  6. Every element with text of messages has the attributes of raw() in ui.js,
//     or in templates class="raw" translate="no" spellcheck="false"; whoever
//     shows such text calls noteSight first.
//
// A Server is safe for concurrent use.
package server
