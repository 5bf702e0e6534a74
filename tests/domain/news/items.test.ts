import { expect, test } from "vitest";
import { newsItems } from "#app/domain/news/items.ts";
import { facts, rows } from "./happened.ts";

test.each(rows)("24 told of %s", (_what, happened, change, expected) => {
  const items = newsItems(happened, facts(change));
  expect(items.map(({ kind, what }) => [kind, what])).toEqual(
    expected.map(([kind, what]) => [kind, what]),
  );
  items.forEach(({ next }, index) => expect(next).toMatch(expected[index]![2] ?? /\.$/));
});
