import { capital } from "#app/domain/fields/words.ts";
import { env } from "#app/env.server.ts";
import { type Holding, HOLDINGS } from "./holdings.server.ts";
import { type Life, type LifeName, LIVES } from "./lives.server.ts";
import type { Held, Person } from "./purposes.server.ts";
import { PERSONAL_COLUMNS, type PersonalTable } from "./records.server.ts";

/** What is held, in words, made from the tables that the nights and the copies go by. */

export type HeldLine = {
  what: string;
  whose: string;
  why: string;
  basis: string;
  /** How long, and what happens then. */
  kept: string;
};

/** @param whose the people of whom something is held; of everybody without it */
export function listHeld(whose?: readonly Person[]): HeldLine[] {
  const lines = new Map<string, Held & { called: Set<string> }>();
  for (const entry of PERSONAL_COLUMNS) {
    const held: Held & { table: PersonalTable } = entry;
    if (whose && !whose.some((person) => held.whose.includes(person))) continue;
    const line = [held.why, held.basis, held.lives.join()].join("|");
    const known = lines.get(line);
    const called = calledOf(held.table) + (held.part ? `, ${held.part}` : "");
    if (known) known.called.add(called);
    else lines.set(line, { ...held, called: new Set([called]) });
  }
  return [...lines.values()].map(({ called, ...held }) => ({
    what: capital([...called].join(", ")),
    whose: capital(held.whose.join(", ")),
    why: capital(held.why),
    basis: capital(held.basis),
    kept: capital(held.lives.map(lifeInWords).join("; or ")),
  }));
}

function calledOf(table: PersonalTable): string {
  const { called }: Holding = HOLDINGS[table];
  return called.charAt(0).toLowerCase() + called.slice(1);
}

function lifeInWords(name: LifeName): string {
  const life: Life = LIVES[name];
  const time = life.after === "0 days" ? `until ${life.from}` : `${life.after} from ${life.from}`;
  return `${time}, ${thenInWords(life)}`;
}

/** By the night where it does; by our team where it only counts so far. */
function thenInWords({ then, always = false }: Life): string {
  const by = always || env.RETENTION === "erase" ? "" : " by our team";
  switch (then) {
    case "erased":
      return `then deleted${by}`;
    case "anonymous":
      return `then made anonymous${by}`;
    case "kept":
      return "and longer, since nothing can be taken out of this log";
  }
}
