import { expect, test } from "vitest";
import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import { newsItems } from "#app/domain/news/items.ts";
import { check, facts, rows } from "./happened.ts";

const noted = (event: NewsEvent) => ({ event, check_id: null });

test.each(rows)("writes whole sentences about %s (24)", (_what, happened, change, expected) => {
  const items = newsItems(happened.map(noted), facts(change));
  expect(items.map(({ kind, what, next }) => [kind, what, next])).toEqual(expected);
});

test.each([
  [
    "the checks of two people",
    [check("Ada", "pending"), check("Huw", "pending")],
    "2 ID checks are on their way",
  ],
  ["the reader’s own check", [check("Ada", "pending")], undefined],
])("shortens only long news for a subject: %s (24)", (_what, checks, expected) => {
  const items = newsItems([noted("thirdfort_check_ordered")], facts({ checks }));
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
    "the reader’s own, while another is open",
    [person("1", "Ada", "complete"), person("2", "Huw", "pending")],
    ["1"],
    ["Your ID check is complete"],
  ],
  [
    "another’s, after the reader’s own was told, while a third is open",
    [person("1", "Ada", "complete"), person("2", "Huw", "complete"), person("3", "Gail", null)],
    ["2"],
    ["Huw’s ID check is complete"],
  ],
  [
    "the reader’s own, the last of the side",
    [person("1", "Ada", "complete"), person("2", "Huw", "complete")],
    ["1"],
    ["Your ID check is complete"],
  ],
  [
    "another’s that is under review",
    [person("1", "Ada", "complete"), { ...person("2", "Huw", "complete"), result: "consider" }],
    ["2"],
    [],
  ],
  [
    "one that has to be done again, and one that is complete",
    [person("1", "Ada", "complete"), person("2", "Huw", "failed"), person("3", "Gail", null)],
    ["1", "2"],
    ["Huw’s ID check needs to be done again", "Your ID check is complete"],
  ],
] as const)(
  "tells only what is new of the ID checks: %s (CU-7)",
  (_what, checks, ids, expected) => {
    const events = ids.map((check_id) => {
      const status = checks.find(({ id }) => id === check_id)?.status;
      return { event: EVENTS[status === "failed" ? "failed" : "complete"], check_id };
    });
    const items = newsItems(events, facts({ checks: [...checks] }));
    expect(items.map(({ what }) => what)).toEqual(expected);
  },
);

test("leaves out a check that was ordered and told before the one that is ordered now (CU-7)", () => {
  const checks = [person("1", "Ada", "pending"), person("2", "Huw", "pending")];
  const events = [{ event: "thirdfort_check_ordered" as const, check_id: "2" }];
  const [item] = newsItems(events, facts({ checks }));
  expect(item?.what).toBe("Huw’s ID check is on its way");
});
