import { describe, expect, test } from "vitest";
import type { Due } from "#app/domain/stages/card-type.ts";
import type { ExpectedDate, HolderWithDate } from "#app/domain/stages/stage-holder.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { CardFacts, StageList } from "#app/ui/stages.tsx";
import { render, visibleText } from "./render.tsx";

const SINCE = "for 3 working days, since Wednesday 9 December";
const who = (change: Partial<HolderWithDate>): HolderWithDate => ({
  holder: "your solicitor",
  held_for: SINCE,
  open_checks: null,
  by_when: null,
  ...change,
});
const said = (change: Partial<ExpectedDate>): ExpectedDate => ({
  term: "Usually done by",
  day: "Wed 23 December",
  usual: null,
  is_late: false,
  sentence: "",
  ...change,
});
const late = { usual: "Mon 7 December", is_late: true } as const;

describe("the facts of a card", () => {
  test.each<[Due[], HolderWithDate | null, string]>([
    [[], null, ""],
    [[{ term: "When", day: "As soon as you can" }], null, "When As soon as you can"],
    [[], who({}), `With your solicitor for 3 working days so far`],
    [[], who({ held_for: "since today" }), "With your solicitor since today"],
    [[], who({ holder: "you" }), `Whose turn Yours for 3 working days so far`],
    [[], who({ holder: "you", held_for: null }), "Whose turn Yours"],
    [[], who({ holder: "you and Bea" }), `With you and Bea for 3 working days so far`],
    [
      [],
      who({ holder: "everyone’s ID check to be complete", held_for: null }),
      "Needs everyone’s ID check to be complete",
    ],
    [
      [],
      who({
        holder: "everyone’s ID check to be complete",
        held_for: null,
        open_checks: "Bea still needs to complete their ID check.",
      }),
      "Needs everyone’s ID check to be complete Bea still needs to complete their ID check.",
    ],
    [
      [],
      who({ by_when: said({}) }),
      `With your solicitor for 3 working days so far Usually done by Wed 23 December`,
    ],
    [
      [],
      who({ holder: "you", by_when: said({ term: "Usually done by" }) }),
      `Whose turn Yours for 3 working days so far Usually done by Wed 23 December`,
    ],
    [
      [],
      who({ by_when: said({ term: "Planned for" }) }),
      `With your solicitor for 3 working days so far Planned for Wed 23 December`,
    ],
    [
      [],
      who({ by_when: said({ ...late, term: "Now expected by" }) }),
      `With your solicitor for 3 working days so far Now expected by Wed 23 December Usually done by Mon 7 December`,
    ],
    [
      [],
      who({ by_when: said({ ...late, term: "Expected", day: null }) }),
      `With your solicitor for 3 working days so far Expected Later than usual Usually done by Mon 7 December`,
    ],
    [
      [
        { term: "Deposit", day: "Before exchange" },
        { term: "Balance", day: "By Wed 23 December" },
      ],
      null,
      "Deposit Before exchange Balance By Wed 23 December",
    ],
  ])("a card with the dates %j and the holder %j says “%s”", async (due, holder, text) => {
    expect(visibleText(await render(<CardFacts due={due} current_holder={holder} />))).toBe(text);
  });
});

const stage = (change: Partial<ShownStage>): ShownStage => ({
  name: "searches",
  title: "Searches",
  state: "later",
  text: "The text.",
  day: null,
  short_day: null,
  took: null,
  is_paused: false,
  holder: "the search provider",
  is_begun: false,
  by_when: null,
  notes: [],
  held_for: null,
  open_checks: null,
  ...change,
});
const usual = {
  term: "Expected" as const,
  text: "Wed 23 December",
  is_late: false,
  basis: "In half of our last 40 sales, this stage was done 9 working days after the order",
  expected: null,
};

describe("a stage in the list", () => {
  test.each<[Partial<ShownStage>, string]>([
    [{}, "Searches The text. Later , with the search provider"],
    [{ state: "next" }, "Searches The text. Next , with the search provider"],
    [
      { state: "next", is_begun: true },
      "Searches The text. In progress , with the search provider",
    ],
    [{ is_begun: true, is_paused: true, holder: null }, "Searches The text. Paused"],
    [{ holder: null }, "Searches The text. Later"],
    [{ state: "now", holder: null }, "Searches The text. Status In progress"],
    [
      { by_when: { ...usual, text: "9 working days after exchange", basis: "The basis" } },
      "Searches The text. Later , with the search provider 9 working days after exchange The basis",
    ],
    [
      { state: "now", held_for: SINCE, by_when: usual },
      `Searches The text. Status In progress With the search provider ${SINCE} Expected Wed 23 December ${usual.basis}`,
    ],
    [
      {
        state: "now",
        holder: null,
        by_when: { ...usual, term: "Planned for", basis: "The basis" },
      },
      "Searches The text. Status In progress Planned for Wed 23 December The basis",
    ],
    [
      { state: "now", holder: "you", held_for: "since today" },
      "Searches The text. Status In progress Whose turn Yours since today",
    ],
    [
      {
        state: "done",
        day: "Fri 11 December",
        took: "Finished 28 working days after the searches were ordered",
      },
      "Searches The text. Done Fri 11 December Finished 28 working days after the searches were ordered",
    ],
    [{ state: "done" }, "Searches The text. Done"],
    [
      { state: "stopped", day: "Fri 18 December", holder: null },
      "Searches The text. Stopped Fri 18 December",
    ],
  ])("the list describes a stage with %j as “%s”", async (change, text) => {
    expect(visibleText(await render(<StageList stages={[stage(change)]} />))).toBe(text);
  });
});
