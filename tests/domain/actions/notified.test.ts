import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ACTION_KINDS,
  ACTION_READERS,
  type ActionKind,
  type ActionReader,
  NOTIFIED,
} from "#app/domain/actions/notified.ts";
import { ACTIONS } from "#app/domain/actions/actions.server.ts";
import { type BuyerValues, NO_INACTIVE } from "#app/domain/actions/buyer-change.server.ts";
import { type BuyerKind, isBuyerKind, type NextStep } from "#app/domain/actions/buyer-words.ts";
import { actionWords } from "#app/domain/actions/action-words.ts";
import { HOME, NEWS } from "./buyer-news.ts";

const buyerValues = (buyers: string | null): BuyerValues => ({
  active_id: buyers,
  buyers,
  buyer_lawyer_group_id: null,
  ...NO_INACTIVE,
});

const agreedValues = (buyers: string | null, next: NextStep | null) => ({
  ...buyerValues(buyers),
  agreed_price_pounds: buyers ? 450_000 : null,
  sale_agreed: null,
  next,
  agreement_id: null,
  started_id: null,
});

const VALUES: Record<ActionKind, [before: object, after: object]> = {
  change_agreed_price: [{ agreed_price_pounds: 450_000 }, { agreed_price_pounds: 462_000 }],
  correct_asking_price: [{ asking_price_pounds: 450_000 }, { asking_price_pounds: 475_000 }],
  correct_tenure: [
    { tenure: "Freehold", tenure_details: null },
    { tenure: "Leasehold", tenure_details: null },
  ],
  correct_title_number: [{ title_number: null }, { title_number: "NYK123456" }],
  release_buyer: [buyerValues("Grace Hopper"), buyerValues(null)],
  resume_buyer: [buyerValues(null), buyerValues("Grace Hopper")],
  replace_buyer: [buyerValues("Grace Hopper"), buyerValues("Ada Byron")],
  take_unit_out: [
    { group_id: "1", group_name: "Arch Wharf" },
    { group_id: null, group_name: null },
  ],
  agree_sale: [agreedValues(null, null), agreedValues("Grace Hopper", "invite")],
};

const EXPECTED: Record<Exclude<ActionKind, BuyerKind>, [old: string, now: string]> = {
  change_agreed_price: ["£450,000", "£462,000"],
  correct_asking_price: ["£450,000", "£475,000"],
  correct_tenure: ["Freehold", "Leasehold"],
  correct_title_number: ["Not known", "NYK123456"],
};

function wordsOf(kind: ActionKind, reader: ActionReader) {
  const [before, after] = VALUES[kind];
  return actionWords(kind, {
    reader,
    first_name: "Grace",
    property: HOME,
    street: "14 Melrose Terrace",
    reference: "F-10482",
    solicitor_is_emailed: true,
    before: ACTIONS[kind].show(before),
    after: ACTIONS[kind].show(after),
  });
}

const cells = ACTION_KINDS.flatMap((kind) =>
  ACTION_READERS.map((reader) => ({ kind, reader, notified: NOTIFIED[kind][reader] })),
);
const emailed = cells.filter(({ notified }) => notified === "email");

const SAME: Partial<Record<ActionReader, ActionReader>> = {
  co_seller: "seller",
  co_buyer: "buyer",
};

describe("the table of who is notified", () => {
  test.each(emailed)("$reader reads the news of $kind", ({ kind, reader }) => {
    const { subject, paragraphs } = wordsOf(kind, reader);
    if (isBuyerKind(kind)) {
      const text = paragraphs.join(" ");
      const [news = "no news", next = "no next step"] = NEWS[kind][SAME[reader] ?? reader] ?? [];
      expect(paragraphs[0]).toBe(news);
      expect(text).toContain(next);
      expect(text.endsWith("If this isn’t right, reply to this email.")).toBe(true);
    } else {
      const [old, now] = EXPECTED[kind];
      expect(paragraphs[0]).toContain(`is now ${now}. It was ${old}.`);
    }
    const isFirm = /solicitor|agent/.test(reader);
    expect(subject.endsWith("(F-10482)")).toBe(isFirm);
    expect(subject).toContain("14 Melrose Terrace");
    expect(paragraphs.join(" ")).not.toMatch(/undefined|null/);
  });

  test("every cell without an email has a reason that is a sentence", () => {
    for (const { notified } of cells) {
      if (notified !== "email") expect(notified.none).toMatch(/^[A-Z].+\.$/);
    }
  });

  test("an action of each kind is listed under its kind", () => {
    for (const kind of ACTION_KINDS) expect(ACTIONS[kind].kind).toBe(kind);
  });

  test("docs/notified.md shows every cell", () => {
    const page = readFileSync(new URL("../../../docs/notified.md", import.meta.url), "utf8");
    for (const kind of ACTION_KINDS) {
      const row = page.split("\n").find((line) => line.startsWith(`| ${ACTIONS[kind].title} `));
      const shown = (row ?? "")
        .split("|")
        .slice(2, -1)
        .map((cell) => cell.trim());
      expect({ kind, shown }).toEqual({
        kind,
        shown: ACTION_READERS.map((reader) => {
          const notified = NOTIFIED[kind][reader];
          return notified === "email" ? "email" : notified.none;
        }),
      });
    }
  });
});
