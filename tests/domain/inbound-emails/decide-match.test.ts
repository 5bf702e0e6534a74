import { describe, expect, test } from "vitest";
import {
  decideMatch,
  type Facts,
  idsIn,
  type InboundEmail,
  postcodesIn,
  suggestMatter,
} from "#app/domain/inbound-emails/match-emails.server.ts";

/**
 * Tests the rules of docs/decisions/five-rules-match-an-email.md and their order (AMB-T01).
 */

const A = "a".repeat(24);
const B = "b".repeat(24);
const GONE = "d".repeat(24);
const SENT = "11111111-2222-4333-8444-555555555555";

const facts: Facts = {
  matters: new Set([A, B]),
  sent_for: new Map([[SENT, A]]),
  numbered: new Map([
    [10482, A],
    [10483, B],
  ]),
  by_sender: new Map(),
  of_sender: new Map([["email", [A]]]),
  homes: [
    { transaction_id: A, postcode: "YO1 7HH", line_1: "12 St. Mary's Road" },
    { transaction_id: B, postcode: "YO1 7HH", line_1: "14 St. Mary's Road" },
  ],
  completed: new Set(),
};
const nothing: Facts = { ...facts, of_sender: new Map(), homes: [] };

const email: InboundEmail = {
  id: "email",
  from_email: "Ada@example.com",
  sender_doubt: null,
  mailbox_hash: null,
  in_reply_to: [],
  subject: "Hello",
  text_body: "How are things?",
  transaction_id: null,
  match_type: null,
  suggested_transaction_id: null,
};

const decide = (change: Partial<InboundEmail>, known: Partial<Facts> = {}) => {
  const found = decideMatch({ ...email, ...change }, { ...nothing, ...known });
  return found && `${found.match_type} ${found.transaction_id[0]}`;
};

describe("the match of an inbound email (AMB-T01)", () => {
  test.each<[string, Partial<InboundEmail>, string | null]>([
    ["the reply address", { mailbox_hash: A }, "mailbox_hash a"],
    ["the reply address in capitals", { mailbox_hash: A.toUpperCase() }, "mailbox_hash a"],
    ["a reply address of an unknown matter", { mailbox_hash: GONE }, null],
    ["an invalid reply address", { mailbox_hash: "newsletter" }, null],
    ["the email it replies to", { in_reply_to: ["x", SENT] }, "in_reply_to a"],
    ["a reply to an email we did not send", { in_reply_to: ["x"] }, null],
    ["the id in its subject", { subject: `Re: [${B}]` }, "reference b"],
    ["an id with letters around it", { subject: `x${B}` }, null],
    ["two ids in its subject", { subject: `${A} ${B}` }, null],
    ["the same id twice", { subject: `${A}, ${A}` }, "reference a"],
    ["an id of an unknown matter", { subject: GONE }, null],
    ["an id only in its text", { text_body: B }, null],
  ])("the match of an email by %s, %j, is: %s", (_what, change, expected) => {
    expect(decide(change)).toBe(expected);
  });

  test.each<[string, Partial<InboundEmail>, readonly string[], string | null]>([
    ["from a participant of the matter", { subject: "F-10482" }, [A, B], "number a"],
    ["in the text", { text_body: "Our ref: f10483." }, [A, B], "number b"],
    ["from a stranger", { subject: "F-10482" }, [], null],
    ["from a participant of other matters", { subject: "F-10482" }, [B, GONE], null],
    ["whose sender is in doubt", { subject: "F-10482", sender_doubt: "spam" }, [A, B], null],
    ["that no matter has", { subject: "F-99999" }, [A, B], null],
    ["within a longer number", { subject: "F-104820" }, [A, B], null],
    ["within a word", { subject: "off-10482" }, [A, B], null],
    ["next to a second matter’s", { subject: "F-10482 F-10483" }, [A, B], null],
  ])("the match of an email with a number %s is: $3", (_what, change, matters, expected) => {
    expect(decide(change, { of_sender: new Map([["email", matters]]) })).toBe(expected);
  });

  test("an email without a match suggests the only matter whose number it has", () => {
    const suggested = (subject: string) => suggestMatter({ ...email, subject }, facts, null);
    expect(suggested("About F-10482")).toBe(A);
    expect(suggested("About F-10482 and F-10483")).toBeNull();
    expect(
      suggestMatter({ ...email, subject: "F-10482" }, facts, decideMatch(email, facts)),
    ).toBeNull();
  });

  test("a match by hand stays, whatever the rules find", () => {
    const by_hand = { transaction_id: B, match_type: "by_hand" as const };
    expect(decide({ ...by_hand, mailbox_hash: A, in_reply_to: [SENT] })).toBe("by_hand b");
  });

  test("the next email of a matched sender follows, unless they have other matters", () => {
    const by_sender = new Map([["ada@example.com", A]]);
    expect(decide({}, { by_sender })).toBe("sender a");
    expect(decide({}, { by_sender, of_sender: new Map([["email", [A]]]) })).toBe("sender a");
    expect(decide({}, { by_sender, of_sender: new Map([["email", [A, B]]]) })).toBeNull();
    expect(decide({ from_email: null }, { by_sender })).toBeNull();
  });

  test.each<[string, readonly string[], readonly string[], string | null]>([
    ["a participant of one matter", [A], [], "participant a"],
    ["a participant of two matters", [A, B], [], null],
    ["a participant of two matters, one of them completed", [A, B], [A], "participant b"],
    ["a participant of one completed matter", [A], [A], "participant a"],
    ["a participant of two completed matters", [A, B], [A, B], null],
  ])(
    "the match of an email from %s, by its sender, is: $3",
    (_what, matters, completed, expected) => {
      const known = { of_sender: new Map([["email", matters]]), completed: new Set(completed) };
      expect(decide({}, known)).toBe(expected);
    },
  );

  test.each<[string, string, string | null]>([
    ["postcode and first line", "About 12 St. Mary's Road, York YO1 7HH", "address a"],
    ["an informal spelling", "about 12 st marys road\nyork, yo17hh!", "address a"],
    ["only a postcode", "About YO1 7HH", null],
    ["only a first line", "About 12 St. Mary's Road", null],
    ["a different postcode", "About 12 St. Mary's Road, York YO1 7HZ", null],
    ["a longer house number", "About 112 St. Mary's Road, YO1 7HH", null],
    ["a longer street name", "About 12 St. Mary's Roadside, YO1 7HH", null],
    ["two properties", "12 St. Mary's Road and 14 St. Mary's Road, YO1 7HH", null],
  ])(
    "the match of an email by the property that it names, with %s, is: $2",
    (_what, text_body, expected) => {
      const known = { homes: facts.homes };
      expect(decide({ text_body }, known)).toBe(expected);
      expect(decide({ subject: text_body, text_body: "" }, known)).toBe(expected);
    },
  );
});

test("an email is matched by the surest rule first, and by the next one if a rule cannot decide (AMB-T01)", () => {
  const all: Partial<InboundEmail> = {
    mailbox_hash: A,
    in_reply_to: [SENT],
    subject: `14 St Mary's Road YO1 7HH ${B}`,
  };
  const known = { ...facts, sent_for: new Map([[SENT, B]]) };
  expect(decide(all, known)).toBe("mailbox_hash a");
  expect(decide({ ...all, mailbox_hash: null }, known)).toBe("in_reply_to b");
  expect(decide({ ...all, mailbox_hash: GONE, in_reply_to: [] }, known)).toBe("reference b");
  const addressed = { subject: "14 St Mary's Road YO1 7HH" };
  expect(decide(addressed, known)).toBe("participant a");
  const several = { ...known, of_sender: new Map([["email", [A, B]]]) };
  expect(decide(addressed, several)).toBe("address b");
});

describe("an email that is already matched (T-007)", () => {
  const byParticipant = { transaction_id: A, match_type: "participant" } as const;
  test.each<[string, readonly string[], readonly string[], string | null]>([
    ["keeps its match if the sender joins a second matter", [A, B], [], "participant a"],
    [
      "keeps its match if its matter has completed and the sender has a second, open matter",
      [A, B],
      [A],
      "participant a",
    ],
    ["moves if the sender now takes part only in another matter", [B], [], "participant b"],
    ["loses its match if the sender takes part in no matter", [], [], null],
  ])("a matched email %s", (_what, matters, completed, expected) => {
    const known = { of_sender: new Map([["email", matters]]), completed: new Set(completed) };
    expect(decide(byParticipant, known)).toBe(expected);
  });

  test("a matched email moves to another matter if a surer rule finds that matter", () => {
    expect(decide({ ...byParticipant, subject: B }, facts)).toBe("reference b");
  });
});

test("an email is searched for at most 20 ids and for valid postcodes only (AMB-T01)", () => {
  expect(idsIn(`${A.toUpperCase()} ${"a".repeat(25)} g${A}`)).toEqual([A]);
  expect(idsIn(`${A} `.repeat(100))).toHaveLength(20);
  const postcodes = (text_body: string) => postcodesIn({ ...email, text_body });
  expect(postcodes("sw1a1aa, SW1A  1AA; M1 1AE. Q1 1AA EC1A1BBB")).toEqual(["SW1A 1AA", "M1 1AE"]);
});
