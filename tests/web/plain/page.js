// As much of a page as a plain module asks for: what the server put into it, and nothing that is drawn.

import { readFileSync } from "node:fs";

const SENT = JSON.parse(readFileSync(new URL("./sent.json", import.meta.url), "utf8"));

/** Stand in for a page in a language; one that is `bare` comes without what an island is drawn by. */
export function open({ bare = false, lang = "en" } = {}) {
  const { words, geometry } = SENT;
  const languages = Object.keys(words).map((code) => ({ code, name: code, words: code }));
  const sent = bare ? { languages } : { languages, geometry };
  globalThis.document = {
    documentElement: { lang },
    body: { dataset: { patience: "1" } },
    getElementById: (id) => (id in sent ? { textContent: JSON.stringify(sent[id]) } : null),
  };
  globalThis.fetch = async (code) => ({ ok: true, json: async () => words[code] });
}
