import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ACTION_KINDS,
  ACTION_READERS,
  type ActionKind,
  type ActionReader,
  NOTIFIED,
  notifiedText,
} from "#app/domain/actions/notified.ts";
import { NO_ADDRESS } from "#app/domain/actions/address.server.ts";
import { ACTIONS } from "#app/domain/actions/actions.server.ts";
import { type BuyerValues, NO_INACTIVE } from "#app/domain/actions/buyer-change.server.ts";
import { type BuyerKind, isBuyerKind, type NextStep } from "#app/domain/actions/buyer-words.ts";
import { actionWords } from "#app/domain/actions/action-words.ts";
import { type EndingKind, isEnding } from "#app/domain/actions/ending-words.ts";

const RUNNING = { ended_on: null, end_reason: null, end_note: null };
const ENDED = { ended_on: "2026-11-30", end_reason: "Chain broke", end_note: "Their flat fell in" };
const UNPAUSED = { paused_on: null, paused_until: null, pause_note: null };
const PAUSED = { paused_on: "2026-11-30", paused_until: "2026-12-04", pause_note: "Probate" };

const ADDRESS = {
  ...NO_ADDRESS,
  line_1: "14 Melrose Terrace",
  post_town: "York",
  postcode: "YO1 7HZ",
  country: "United Kingdom",
  country_iso_2: "GB",
};
const ADA = { person_id: "a".repeat(24), name: "Ada Seller", side: "seller" };
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
  correct_address: [ADDRESS, { ...ADDRESS, line_1: "16 Melrose Terrace" }],
  correct_ownership: [{ customer_type: "individual_owner" }, { customer_type: "representative" }],
  correct_lender: [
    { mortgage_required_for_purchase: "no", mortgage_provider: null },
    { mortgage_required_for_purchase: "yes", mortgage_provider: "Halifax" },
  ],
  correct_postal_address: [
    { ...NO_ADDRESS, ...ADA },
    { ...ADDRESS, ...ADA },
  ],
  end_matter: [RUNNING, ENDED],
  resume_matter: [ENDED, RUNNING],
  pause_matter: [UNPAUSED, PAUSED],
  resume_paused_matter: [PAUSED, UNPAUSED],
  release_buyer: [buyerValues("Grace Hopper"), buyerValues(null)],
  resume_buyer: [buyerValues(null), buyerValues("Grace Hopper")],
  replace_buyer: [buyerValues("Grace Hopper"), buyerValues("Ada Byron")],
  take_unit_out: [
    { group_id: "1", group_name: "Arch Wharf" },
    { group_id: null, group_name: null },
  ],
  agree_sale: [agreedValues(null, null), agreedValues("Grace Hopper", "invite")],
};

const EXPECTED: Record<Exclude<ActionKind, EndingKind | BuyerKind>, [old: string, now: string]> = {
  change_agreed_price: ["£450,000", "£462,000"],
  correct_asking_price: ["£450,000", "£475,000"],
  correct_tenure: ["Freehold", "Leasehold"],
  correct_title_number: ["Not known", "NYK123456"],
  correct_address: ["14 Melrose Terrace, York, YO1 7HZ", "16 Melrose Terrace, York, YO1 7HZ"],
  correct_ownership: ["Individual owner", "Representative"],
  correct_lender: ["none (no mortgage)", "Halifax"],
  correct_postal_address: ["not known", "14 Melrose Terrace, York, YO1 7HZ"],
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
    before: ACTIONS[kind].show(before).filter(({ internal }) => !internal),
    after: ACTIONS[kind].show(after).filter(({ internal }) => !internal),
  });
}

const cells = ACTION_KINDS.flatMap((kind) =>
  ACTION_READERS.map((reader) => ({ kind, reader, notified: NOTIFIED[kind][reader] })),
);
const emailed = cells.filter(({ notified }) => notifiedText(notified).startsWith("email"));

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
    } else if (!isEnding(kind)) {
      const [old, now] = EXPECTED[kind];
      expect(paragraphs[0]).toContain(`is now ${now}. It was ${old}.`);
    }
    const isFirm = /solicitor|agent/.test(reader);
    expect(subject.endsWith("(F-10482)")).toBe(isFirm);
    expect(subject).toContain("14 Melrose Terrace");
    expect(paragraphs.join(" ")).not.toMatch(/undefined|null/);
  });

  test.each(emailed.filter(({ kind }) => isEnding(kind)))(
    "$reader reads of $kind without the reason or the note of staff (ST-3)",
    ({ kind, reader }) => {
      const { subject, greeting, paragraphs } = wordsOf(kind, reader);
      const text = [subject, greeting, ...paragraphs].join(" ");
      expect(text).not.toMatch(/Chain broke|flat fell in|Probate/);
      expect(paragraphs[0]).toContain("14 Melrose Terrace, York, YO1 7HZ");
      expect(text.includes("until Friday 4 December 2026.")).toBe(kind === "pause_matter");
    },
  );

  test("every cell without an email has a reason that is a sentence", () => {
    for (const { notified } of cells) {
      if (notified !== "email") expect(notified.none).toMatch(/^[A-Z].+\.$/);
    }
  });

  test("only the buyers and their solicitor are emailed about the lender (ST-16)", () => {
    const readers = emailed.flatMap(({ kind, reader }) =>
      kind === "correct_lender" ? reader : [],
    );
    expect(readers).toEqual(["buyer", "co_buyer", "buyer_solicitor"]);
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
        shown: ACTION_READERS.map((reader) => notifiedText(NOTIFIED[kind][reader])),
      });
    }
  });
});
