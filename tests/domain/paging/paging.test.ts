import { describe, expect, test } from "vitest";
import {
  DEFAULT_PAGE_SIZE,
  keysetPage,
  numberedPage,
  PAGE_SIZES,
  pageLimits,
} from "#app/domain/paging/paging.ts";

test("a page has 10, 20, 50 or 100 rows, and 20 by default (M-013, AMB-M08)", () => {
  expect([...PAGE_SIZES]).toEqual([10, 20, 50, 100]);
  expect(DEFAULT_PAGE_SIZE).toBe(20);
});

describe("the rows of a page (M-017, AMB-J04)", () => {
  test.each([
    [{ page: 1, size: 20 }, 45, { page: 1, pages: 3, limit: 20, offset: 0 }],
    [{ page: 3, size: 20 }, 45, { page: 3, pages: 3, limit: 20, offset: 40 }],
    [{ page: 9, size: 20 }, 45, { page: 3, pages: 3, limit: 20, offset: 40 }],
    [{ page: 2, size: 10 }, 20, { page: 2, pages: 2, limit: 10, offset: 10 }],
    [{ page: 7, size: 10 }, 0, { page: 1, pages: 1, limit: 10, offset: 0 }],
  ])("the page and the limits for the query %j among %s rows are %j", (query, total, expected) => {
    expect(pageLimits(query, total)).toEqual(expected);
  });

  test.each([
    [["a", "b"], { page: 3, size: 20 }, 42, [41, 42]],
    [["a"], { page: 1, size: 10 }, 1, [1, 1]],
    [[], { page: 1, size: 10 }, 0, [0, 0]],
  ])("the row range of %j on page %j of %i rows is %j", (items, query, total, [first, last]) => {
    const page = numberedPage(items, pageLimits(query, total), total);
    expect(page).toMatchObject({ first, last, total });
  });
});

test.each([
  [["a", "b", "c"], 2, { items: ["a", "b"], next: "b" }],
  [["a", "b"], 2, { items: ["a", "b"], next: null }],
  [[], 2, { items: [], next: null }],
])("keyset paging of the rows %j, %s per page, returns %j", (ids, limit, { items, next }) => {
  const page = keysetPage(
    ids.map((id) => ({ id })),
    limit,
  );
  expect(page.items.map(({ id }) => id)).toEqual(items);
  expect(page.next).toBe(next);
});
