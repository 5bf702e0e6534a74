import { expect, test } from "vitest";
import { newsItems } from "#app/domain/news/items.ts";
import { check, facts, rows } from "./happened.ts";

test.each(rows)("writes whole sentences about %s (24)", (_what, happened, change, expected) => {
  const items = newsItems(happened, facts(change));
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
  const items = newsItems(["thirdfort_check_ordered"], facts({ checks }));
  expect(items.map(({ brief }) => brief)).toEqual([expected]);
});
