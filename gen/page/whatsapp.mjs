// Writes JSONL with texts from standard input as the export of a chat of three people:
//
//	go run ./gen/chat -lang fr -n 5000 -seed 5 | node gen/page/whatsapp.mjs > chat.txt
import { readFileSync } from "node:fs";

const two = (n) => String(n).padStart(2, "0"), who = ["Léa Martin", "Cédric", "Hugo"];
readFileSync(0, "utf8").trim().split("\n").forEach((line, i) => console.log(
  `${two(1 + Math.floor(i / 1440) % 28)}/07/2023, ${two(Math.floor(i / 60) % 24)}:${two(i % 60)} - ` +
  `${who[i * 7 % 3]}: ${JSON.parse(line).text.replaceAll("\n", " ")}`));
