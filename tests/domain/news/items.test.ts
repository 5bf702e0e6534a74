import { expect, test } from "vitest";
import { newsItems } from "#app/domain/news/items.ts";
import { facts, rows } from "./happened.ts";

test.each(rows)("writes whole sentences about %s (24)", (_what, happened, change, expected) => {
  const items = newsItems(happened, facts(change));
  expect(items.map(({ kind, what, next }) => [kind, what, next])).toEqual(expected);
});
