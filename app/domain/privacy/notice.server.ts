/**
 * Builds the table of the privacy notice from the same definitions that the purge and data copies
 * use.
 */

import { capitalise } from "#app/domain/shared/format.ts";
import { env } from "#app/platform/env.server.ts";
import {
  type RetentionPeriod,
  type RetentionPeriodName,
  RETENTION_PERIODS,
} from "./retention-periods.server.ts";
import {
  listPurposes,
  PERSONAL_DATA,
  PERSONAL_TABLES,
  type PersonalTable,
} from "./personal-data.server.ts";
import { type ProcessingPurpose, PEOPLE, type Person } from "./processing-purposes.server.ts";

export type HeldLine = {
  what: string;
  whose: string;
  why: string;
  basis: string;
  retention: string;
};

/** Lists the data that we hold about these kinds of people, with its purpose and retention. */
export function listHeld(
  whose?: readonly Person[],
  among?: ReadonlySet<PersonalTable>,
): HeldLine[] {
  const lines = new Map<string, ProcessingPurpose & { labels: Set<string> }>();
  const tables = PERSONAL_TABLES.filter((table) => !among || among.has(table));
  for (const table of tables) {
    for (const held of listPurposes(table)) {
      if (whose && !whose.some((person) => held.whose.includes(person))) continue;
      const line = [held.why, held.basis, held.periods.join()].join("|");
      const known = lines.get(line);
      const part = held.part ?? lowerFirst(PERSONAL_DATA[table].label);
      if (known) known.labels.add(part);
      else lines.set(line, { ...held, labels: new Set([part]) });
    }
  }
  return [...lines.values()].map(({ labels, ...held }) => ({
    what: capitalise([...labels].join(", ")),
    whose: capitalise(held.whose.map((person) => PEOPLE[person]).join(", ")),
    why: capitalise(held.why),
    basis: capitalise(held.basis),
    retention: describeRetention(held.periods),
  }));
}

const lowerFirst = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/**
 * Describes retention periods in sentences. Consecutive periods with the same outcome share one
 * sentence about that outcome, after the last of them.
 */
export function describeRetention(names: readonly RetentionPeriodName[]): string {
  const periods = names.map((name): RetentionPeriod => RETENTION_PERIODS[name]);
  const isMixed = periods.filter((life) => !life.if).length > 1;
  return periods
    .flatMap((life, at) => {
      const sentence = lifeInWords(life, { isMixed });
      const next = periods[at + 1];
      return next && thenInWords(next) === thenInWords(life)
        ? [sentence]
        : [sentence, thenInWords(life)];
    })
    .join(" ");
}

function lifeInWords(life: RetentionPeriod, { isMixed }: { isMixed: boolean }): string {
  const time = life.time ?? `${life.after} after ${life.from}`;
  const start = life.if ?? (isMixed ? life.of : undefined);
  return `${start ? `${start}, ${time}` : capitalise(time)}.`;
}

/**
 * Returns a sentence about what happens after a retention period. Our job deletes the data. While
 * RETENTION is "count", the job applies only the periods with `always`, and our team the others.
 */
function thenInWords({ then, always = false }: RetentionPeriod): string {
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
