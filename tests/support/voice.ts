import { execFileSync } from "node:child_process";
import { type SourceText, textsOf } from "./texts.ts";

export type Finding = SourceText & { found: string; instead: string };

type Rule = readonly [pattern: RegExp, instead: string];

export const REFUSED: readonly Rule[] = [
  [/\bwho(?:m|so)?ever\b/i, "the person who, anyone who"],
  [/\bnobody\b/i, "no one, or turn the sentence round"],
  [/\b(?:some|every)body\b/i, "someone, everyone, or the role"],
  [/\bany more\b(?!\s\p{L}+s\b)|\bno more\b(?! than)/iu, "no longer"],
  [/\bby now\b|\banew\b/i, "leave it out; again"],
  [/\bmeanwhile\b/i, "since then, in the meantime, or leave it out"],
  [
    /(?<!all |instead )\bof (?:ours|yours|theirs)\b|\bof (?:its|their|your) own\b/i,
    "our, your, their; a separate",
  ],
  [/\bby (?:itself|themselves)\b/i, "automatically"],
  [/\bwritten to\b|\bwrite to us\b/i, "emailed; email us"],
  [/\bcall(?:ed|s|ing)? off\b/i, "cancel"],
  [/\btak(?:e|es|en|ing) back\b|\btook back\b/i, "delete, undo, withdraw"],
  [/\bbr(?:ing|ought|inging) back\b/i, "restore"],
  [/\bput(?:ting)? right\b|\bmend(?:ed|s|ing)?\b/i, "correct, fix"],
  [/\b(?:is|are|was|were|be|been|being) told\b|\btells? of\b/i, "is notified, emailed, shown"],
  [/\b(?:is|are|was|were|been) said\b|\bsays? of\b/i, "shows, states"],
  [/\bgo(?:es)? on\b|\bcomes? to nothing\b/i, "continues; fails"],
  [/\bstands? (?:in|on|there|under|beside|for|at|as)\b/i, "is, is stored, appears"],
  [/\bbeside\b/i, "next to, as well as"],
  [/\b(?:is|are|was|were) asked (?:for|of)\b/i, "requested"],
  [/\bnot (?:yet )?there\b|\b(?:is|are) gone\b/i, "missing, deleted"],
  [
    /\bwith us already\b|\bis (?:paid|sold|used|assigned) already\b/i,
    "already … (before the participle)",
  ],
  [/\btelephones?\b|\btelephoned\b/i, "phone"],
  [/\bneed not\b/i, "don’t need to"],
  [/\bID provider\b/i, "ID check provider"],
  [/\bsee to\b|\bdeal(?:t|s)? with\b/i, "review, resolve, arrange"],
  [/\bwhich (?:firm|solicitor|agent) it is\b|\bwhat is (?:not|un)clear\b/i, "name the thing"],
  [/\betc\b/i, "leave it out, or list the rest"],
  [/\boops\b/i, "what went wrong, and what to do"],
];

/** Openings of comments that leave out the noun. */
export const VAGUE_OPENINGS: readonly Rule[] = [
  [
    /^(?:What|Who|Whose|Whom|That which|Of|Kept|Asked|Made|Said|Told|Without|In whose)\b/,
    "name the thing, or start with a verb",
  ],
];

/** Words that also have a correct use, which need a person’s judgement. */
export const TO_REVIEW: readonly Rule[] = [
  [/\b(?:keep|keeps|kept|hold|holds|held)\b/i, "save, store"],
  [/\bpost(?:ed|s)?\b/i, "submit"],
  [/\bpress(?:ed|es)?\b/i, "submit, select"],
  [/\b(?:look|looks|looked|looking) at\b/i, "review"],
  [/\bfetch(?:ed|es)?\b/i, "collect, download"],
  [/\bpapers\b/i, "engagement letter, TA forms"],
  [/\bnamed\b/i, "added to"],
  [/\b(?:has|have) to\b|\b(?:is|are) to\b/i, "must, need to, will"],
  [/\bat once\b/i, "straight away"],
  [/\bnot yet known\b|\bnot known yet\b/i, "we don’t know … yet"],
];

export function findInTexts(texts: readonly SourceText[], rules: readonly Rule[]): Finding[] {
  return texts.flatMap((text) =>
    rules.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(text.text) ?? [];
      return found === undefined ? [] : [{ ...text, found, instead }];
    }),
  );
}

/** Returns every text of the app that customers, firms or staff may read. */
export function textsOfTheApp(): SourceText[] {
  return execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
    .split("\n")
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("app/routes/mocks/"))
    .flatMap((name) => textsOf(name));
}
