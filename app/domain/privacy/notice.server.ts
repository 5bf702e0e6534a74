import { capital } from "#app/domain/fields/words.ts";
import { env } from "#app/platform/env.server.ts";
import { type Life, type LifeName, LIVES } from "./lives.server.ts";
import {
  listPurposes,
  PERSONAL_DATA,
  PERSONAL_TABLES,
  type PersonalTable,
} from "./personal-data.server.ts";
import { type Held, PEOPLE, type Person } from "./purposes.server.ts";

/** What is held, in words, made from the tables that the nights and the copies go by. */

export type HeldLine = {
  what: string;
  whose: string;
  why: string;
  basis: string;
  /** How long, and what happens then. */
  kept: string;
};

/**
 * Lists what is held, why and how long.
 *
 * @param whose the people of whom something is held; of everybody without it
 * @param among the tables that it is held in; all of them without it
 */
export function listHeld(
  whose?: readonly Person[],
  among?: ReadonlySet<PersonalTable>,
): HeldLine[] {
  const lines = new Map<string, Held & { labels: Set<string> }>();
  const tables = PERSONAL_TABLES.filter((table) => !among || among.has(table));
  for (const table of tables) {
    for (const held of listPurposes(table)) {
      if (whose && !whose.some((person) => held.whose.includes(person))) continue;
      const line = [held.why, held.basis, held.lives.join()].join("|");
      const known = lines.get(line);
      const part = held.part ?? lowerFirst(PERSONAL_DATA[table].label);
      if (known) known.labels.add(part);
      else lines.set(line, { ...held, labels: new Set([part]) });
    }
  }
  return [...lines.values()].map(({ labels, ...held }) => ({
    what: capital([...labels].join(", ")),
    whose: capital(held.whose.map((person) => PEOPLE[person]).join(", ")),
    why: capital(held.why),
    basis: capital(held.basis),
    kept: keptInWords(held.lives),
  }));
}

const lowerFirst = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** How long, in whole sentences: a time for each life, and after the last of a kind what happens then. */
export function keptInWords(names: readonly LifeName[]): string {
  const lives = names.map((name): Life => LIVES[name]);
  const isMixed = lives.filter((life) => !life.if).length > 1;
  return lives
    .flatMap((life, at) => {
      const sentence = lifeInWords(life, { isMixed });
      const next = lives[at + 1];
      return next && thenInWords(next) === thenInWords(life)
        ? [sentence]
        : [sentence, thenInWords(life)];
    })
    .join(" ");
}

/** @param among.isMixed whether the line has lives of several kinds of data */
function lifeInWords(life: Life, { isMixed }: { isMixed: boolean }): string {
  const time = life.time ?? `${life.after} after ${life.from}`;
  const start = life.if ?? (isMixed ? life.of : undefined);
  return `${start ? `${start}, ${time}` : capital(time)}.`;
}

/** By the night where it does; by our team where it only counts so far. */
function thenInWords({ then, always = false }: Life): string {
  const by = always || env.RETENTION === "erase" ? "We’ll" : "Our team will";
  switch (then) {
    case "erased":
      return `${by} then delete the data.`;
    case "anonymous":
      return `${by} then make the data anonymous.`;
    case "kept":
      return "Entries can’t be removed from this log.";
  }
}
