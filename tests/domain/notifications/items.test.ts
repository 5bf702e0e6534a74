import { expect, test } from "vitest";
import type { NotifiedEvent } from "#app/domain/events/pending-notifications.server.ts";
import { progressItems } from "#app/domain/notifications/progress-items.ts";
import { preCompletionTasks } from "#app/domain/stages/pre-completion-tasks.ts";
import { check, facts, rows } from "./notification-cases.ts";

const noted = (event: NotifiedEvent) => ({ event, check_id: null });

test.each(rows)(
  "the text about %s is written in whole sentences",
  (_what, happened, change, expected) => {
    const items = progressItems(happened.map(noted), facts(change));
    expect(items.map(({ kind, what, next }) => [kind, what, next])).toEqual(expected);
  },
);

test.each([
  ["planned", { completed: "2026-12-18" }, {}, "Completion planned for 18 December"],
  [
    "moved",
    { completed: "2026-12-18" },
    { completed: "2026-12-28" },
    "Planned completion moved to 18 December",
  ],
  ["withdrawn", {}, { completed: "2026-12-28" }, "Planned completion date withdrawn"],
])(
  "the short subject about a completion that is %s is $3, under 60 characters with the property (CU-2)",
  (_how, dates, told, brief) => {
    const [item] = progressItems([noted("completed")], facts({ dates, told }));
    expect(item?.brief).toBe(brief);
    expect(`${brief}: 19 Bainbrigge Road`.length).toBeLessThan(60);
  },
);

const exchange = { exchanged: "2026-11-25", completed: "2026-12-18" };

test.each([
  [
    "buyer",
    exchange,
    [
      "Today: Arrange buildings insurance",
      "Now: Book your move for Friday 18 December",
      "By Wed 16 December: Send your solicitor the money",
    ],
  ],
  [
    "seller",
    exchange,
    [
      "Until completion: Keep your buildings insurance",
      "Now: Book your move for Friday 18 December",
      "Before completion: Leave everything that’s included in the sale",
    ],
  ],
  [
    "buyer",
    { exchanged: "2026-11-25" },
    [
      "Today: Arrange buildings insurance",
      "Once you know your completion date: Book your move for your completion date",
      "Before completion: Send your solicitor the money",
    ],
  ],
] as const)(
  "a %s with the dates %j gets the same tasks after exchange by email as on the dashboard (CU-3)",
  (side, dates, todo) => {
    const [item] = progressItems([noted("exchanged")], facts({ side, dates }));
    expect(item?.steps?.days.map(({ when, what }) => `${when}: ${what}`)).toEqual(todo);
    const shown = preCompletionTasks(
      side,
      "completed" in dates ? dates.completed : null,
      "2026-11-26",
    );
    for (const step of item?.steps?.days ?? []) expect(shown).toContainEqual(step);
  },
);

test("an email about a completion date set or changed after exchange lists what to do by when (CU-3)", () => {
  const dates = { exchanged: "2026-11-20", completed: "2026-12-18" };
  for (const told of [{}, { completed: "2026-12-21" }]) {
    const [item] = progressItems([noted("completed")], facts({ side: "buyer", dates, told }));
    expect(item?.steps?.days.map(({ when }) => when)).toEqual([
      "Today",
      "Now",
      "By Wed 16 December",
    ]);
  }
});

test("an email reports each date once, so that the next email can say how it moved (CU-2)", () => {
  const tells = (happened: NotifiedEvent[], dates: Record<string, string>) =>
    progressItems(happened.map(noted), facts({ dates })).map((item) => item.tells);
  expect(tells(["exchanged", "completed"], exchange)).toEqual([["exchanged", "completed"]]);
  expect(tells(["completed"], exchange)).toEqual([["completed"]]);
  const planned = { exchanged: "2026-12-04", completed: "2026-12-18" };
  expect(tells(["exchanged", "completed"], planned)).toEqual([["exchanged"], ["completed"]]);
});

test.each([
  [
    "the checks of two people",
    [check("Ada", "pending"), check("Huw", "pending")],
    "2 ID checks are on their way",
  ],
  ["the reader’s check", [check("Ada", "pending")], undefined],
])("the short subject of an email about %s is $2", (_what, checks, expected) => {
  const items = progressItems([noted("thirdfort_check_ordered")], facts({ checks }));
  expect(items.map(({ brief }) => brief)).toEqual([expected]);
});

const person = (id: string, first_name: string, status: Parameters<typeof check>[1]) => ({
  ...check(first_name, status, status === "complete" ? "clear" : null),
  id,
});

const EVENTS = {
  complete: "thirdfort_check_completed",
  failed: "thirdfort_check_failed",
} as const;

test.each([
  [
    "the reader’s, while a second one is open",
    [person("1", "Ada", "complete"), person("2", "Huw", "pending")],
    ["1"],
    ["Your ID check is complete"],
  ],
  [
    "another person’s, after the reader’s was emailed, while a third is open",
    [person("1", "Ada", "complete"), person("2", "Huw", "complete"), person("3", "Gail", null)],
    ["2"],
    ["Huw’s ID check is complete"],
  ],
  [
    "the reader’s, the last of their side",
    [person("1", "Ada", "complete"), person("2", "Huw", "complete")],
    ["1"],
    ["Your ID check is complete"],
  ],
  [
    "another person’s, which is under review",
    [person("1", "Ada", "complete"), { ...person("2", "Huw", "complete"), result: "consider" }],
    ["2"],
    [],
  ],
  [
    "one to be repeated and one that is complete",
    [person("1", "Ada", "complete"), person("2", "Huw", "failed"), person("3", "Gail", null)],
    ["1", "2"],
    ["Huw’s ID check needs to be done again", "Your ID check is complete"],
  ],
] as const)(
  "an email reports only what is new about the ID checks: %s (CU-7)",
  (_what, checks, ids, expected) => {
    const events = ids.map((check_id) => {
      const status = checks.find(({ id }) => id === check_id)?.status;
      return { event: EVENTS[status === "failed" ? "failed" : "complete"], check_id };
    });
    const items = progressItems(events, facts({ checks: [...checks] }));
    expect(items.map(({ what }) => what)).toEqual(expected);
  },
);

test("an email about ID checks leaves out a check that was ordered and emailed earlier (CU-7)", () => {
  const checks = [person("1", "Ada", "pending"), person("2", "Huw", "pending")];
  const events = [{ event: "thirdfort_check_ordered" as const, check_id: "2" }];
  const [item] = progressItems(events, facts({ checks }));
  expect(item?.what).toBe("Huw’s ID check is on its way");
});
