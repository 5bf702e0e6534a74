import { describe, expect, test } from "vitest";
import { DESK_KINDS, type DeskFacts, deskItems } from "#app/domain/desk/desk-items.ts";
import {
  BRONWEN,
  CASES,
  check,
  conversation,
  document,
  kofi,
  late,
  mention,
  quiet,
  results,
  SOURCE,
  task,
  TOMASIN,
  undelivered,
} from "./item-cases.ts";

describe("items of the desk", () => {
  test.each(CASES)("the desk of a matter with %s", (_, facts, expected) => {
    const items = deskItems({ ...quiet, ...facts });
    if (expected === null) {
      expect(items).toEqual([]);
      return;
    }
    const { since, due_at, ...item } = expected;
    expect(items).toEqual([
      {
        ...{ source_id: SOURCE, handler_id: BRONWEN, facts: {}, ...item },
        since: new Date(since),
        due_at: due_at === undefined ? null : new Date(due_at),
      },
    ]);
  });

  test("the table of cases has every kind", () => {
    const kinds = new Set(CASES.flatMap(([, , item]) => item?.kind ?? []));
    expect([...kinds].toSorted()).toEqual([...DESK_KINDS].toSorted());
  });

  test.each(["completed", "aborted"])(
    "a matter that has %s keeps only what people still wait for",
    (stage) => {
      const busy: DeskFacts = {
        ...{ ...quiet, ...late, handler_id: null, stage },
        ...{ conversations: [conversation], mentions: [mention], tasks: [task] },
        ...{ people: [kofi], checks: [check], searches: results, documents: [document] },
        undelivered: [undelivered],
        payment_reviews: [{ id: SOURCE, created_at: "2026-11-20T14:02:00Z" }],
      };
      expect(deskItems(busy).map(({ kind }) => kind)).toEqual([
        "message",
        "mention",
        "task",
        "payment_review",
      ]);
    },
  );

  test("a mention in one note waits for each person whom the note mentions", () => {
    const items = deskItems({ ...quiet, mentions: [mention, { ...mention, user_id: BRONWEN }] });
    expect(items.map(({ handler_id }) => handler_id)).toEqual([TOMASIN, BRONWEN]);
  });
});
