import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ACTION_KINDS,
  ACTION_READERS,
  ACTION_TIMINGS,
  EMAILS_AT_ONCE,
  type ActionKind,
  type ActionReader,
  NOTIFIED,
  notifiedText,
} from "#app/domain/actions/notified.ts";
import { ACTIONS } from "#app/domain/actions/actions.server.ts";
import { isBuyerKind } from "#app/domain/actions/buyer-words.ts";
import { actionWords } from "#app/domain/actions/action-words.ts";
import { isEnding } from "#app/domain/actions/ending-words.ts";
import { FIRM_NEWS_EVENTS, FIRMS } from "#app/domain/events/firm-news.ts";
import { isForFirm } from "#app/emails/audiences.ts";
import { emails } from "#app/emails/index.server.ts";
import { EXPECTED, VALUES } from "./action-values.ts";
import { HOME, NEWS } from "./buyer-news.ts";

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

const timeText = (timing: string) => (timing === "at_once" ? "at once" : "within the hour");

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

  test("only the sellers and their solicitor are emailed about the seller’s lender", () => {
    const readers = emailed.flatMap(({ kind, reader }) =>
      kind === "correct_seller_lender" ? reader : [],
    );
    expect(readers).toEqual(["seller", "co_seller", "seller_solicitor"]);
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
        shown: [
          ...ACTION_READERS.map((reader) => notifiedText(NOTIFIED[kind][reader])),
          timeText(ACTION_TIMINGS[kind]),
        ],
      });
    }
  });

  test("docs/notified.md shows every event and every email to firms", () => {
    const page = readFileSync(new URL("../../../docs/notified.md", import.meta.url), "utf8");
    const rowsOf = (name: string) =>
      page
        .split("\n")
        .filter((line) => line.startsWith(`| \`${name}\` `))
        .map((line) =>
          line
            .split("|")
            .slice(2, -1)
            .map((cell) => cell.trim()),
        );
    for (const [name, { timing, readers }] of Object.entries(FIRM_NEWS_EVENTS)) {
      expect({ name, rows: rowsOf(name) }).toEqual({
        name,
        rows: [[...FIRMS.map((firm) => notifiedText(readers[firm])), timeText(timing)]],
      });
    }
    for (const [name, why] of Object.entries(EMAILS_AT_ONCE)) {
      expect({ name, rows: rowsOf(name) }).toEqual({ name, rows: [[why]] });
    }
  });

  test("each email to a firm is collected or has a reason why it never waits", () => {
    const names = Object.keys(emails).filter(isForFirm);
    const known = [...Object.keys(EMAILS_AT_ONCE), "firm_news"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("only routine actions wait for other news of a firm", () => {
    const never = ACTION_KINDS.filter((kind) => ACTION_TIMINGS[kind] === "at_once");
    expect(never.toSorted()).toEqual([
      ...["agree_sale", "end_matter", "pause_matter", "release_buyer", "replace_buyer"],
      ...["resume_buyer", "resume_matter", "resume_paused_matter"],
    ]);
    for (const event of ["exchanged", "completed", "aborted"] as const) {
      expect(FIRM_NEWS_EVENTS[event].timing).toBe("at_once");
    }
  });
});
