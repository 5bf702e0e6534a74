import { describe, expect, test } from "vitest";
import {
  decideMatch,
  type Facts,
  idsIn,
  type InboundEmail,
  postcodesIn,
} from "#app/domain/inbound-emails/match-emails.server.ts";

/** AMB-T01: the five rules of docs/decisions/inbound-emails.md, and their order. */

const A = "a".repeat(24);
const B = "b".repeat(24);
const GONE = "d".repeat(24);
const SENT = "11111111-2222-4333-8444-555555555555";

const facts: Facts = {
  matters: new Set([A, B]),
  sent_for: new Map([[SENT, A]]),
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
  mailbox_hash: null,
  in_reply_to: [],
  subject: "Hello",
  text_body: "How are things?",
  transaction_id: null,
  match_type: null,
};

const decide = (change: Partial<InboundEmail>, known: Partial<Facts> = {}) => {
  const found = decideMatch({ ...email, ...change }, { ...nothing, ...known });
  return found && `${found.match_type} ${found.transaction_id[0]}`;
};

describe("AMB-T01 an email is matched by", () => {
  test.each<[string, Partial<InboundEmail>, string | null]>([
    ["the reply address", { mailbox_hash: A }, "mailbox_hash a"],
    ["the same in capitals", { mailbox_hash: A.toUpperCase() }, "mailbox_hash a"],
    ["a reply address of no matter", { mailbox_hash: GONE }, null],
    ["a reply address that is none", { mailbox_hash: "newsletter" }, null],
    ["the email that it answers", { in_reply_to: ["x", SENT] }, "in_reply_to a"],
    ["an answer to somebody else's email", { in_reply_to: ["x"] }, null],
    ["the id in its subject", { subject: `Re: [${B}]` }, "reference b"],
    ["the id with letters around it", { subject: `x${B}` }, null],
    ["two ids in its subject", { subject: `${A} ${B}` }, null],
    ["one id twice", { subject: `${A}, ${A}` }, "reference a"],
    ["an id of no matter", { subject: GONE }, null],
    ["an id in its text alone", { text_body: B }, null],
  ])("%s: %j", (_what, change, expected) => {
    expect(decide(change)).toBe(expected);
  });

  test.each<[string, readonly string[], readonly string[], string | null]>([
    ["who takes part in one matter", [A], [], "participant a"],
    ["nobody of two", [A, B], [], null],
    ["the one that has not completed", [A, B], [A], "participant b"],
    ["the one, though it has completed", [A], [A], "participant a"],
    ["nobody of two that have completed", [A, B], [A, B], null],
  ])("its sender: %s", (_what, matters, completed, expected) => {
    const known = { of_sender: new Map([["email", matters]]), completed: new Set(completed) };
    expect(decide({}, known)).toBe(expected);
  });

  test.each<[string, string, string | null]>([
    ["postcode and first line", "About 12 St. Mary's Road, York YO1 7HH", "address a"],
    ["written as people write", "about 12 st marys road\nyork, yo17hh!", "address a"],
    ["a postcode alone", "About YO1 7HH", null],
    ["a first line alone", "About 12 St. Mary's Road", null],
    ["another postcode", "About 12 St. Mary's Road, York YO1 7HZ", null],
    ["a longer number", "About 112 St. Mary's Road, YO1 7HH", null],
    ["a longer name", "About 12 St. Mary's Roadside, YO1 7HH", null],
    ["two homes", "12 St. Mary's Road and 14 St. Mary's Road, YO1 7HH", null],
  ])("the home: %s", (_what, text_body, expected) => {
    const known = { homes: facts.homes };
    expect(decide({ text_body }, known)).toBe(expected);
    expect(decide({ subject: text_body, text_body: "" }, known)).toBe(expected);
  });
});

test("AMB-T01 the surest rule goes first, and one that cannot decide leaves it to the next", () => {
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

describe("T-007 an email that is matched already", () => {
  const byParticipant = { transaction_id: A, match_type: "participant" } as const;
  test.each<[string, readonly string[], readonly string[], string | null]>([
    ["stays when its sender has come to have another matter", [A, B], [], "participant a"],
    ["stays when that one goes on and its own has completed", [A, B], [A], "participant a"],
    ["moves when its sender is another matter's now", [B], [], "participant b"],
    ["is unmatched when its sender takes part in none", [], [], null],
  ])("%s", (_what, matters, completed, expected) => {
    const known = { of_sender: new Map([["email", matters]]), completed: new Set(completed) };
    expect(decide(byParticipant, known)).toBe(expected);
  });

  test("moves when a surer rule leads elsewhere", () => {
    expect(decide({ ...byParticipant, subject: B }, facts)).toBe("reference b");
  });
});

test("AMB-T01 what looks like an id or a postcode is found, so many and no more", () => {
  expect(idsIn(`${A.toUpperCase()} ${"a".repeat(25)} g${A}`)).toEqual([A]);
  expect(idsIn(`${A} `.repeat(100))).toHaveLength(20);
  const postcodes = (text_body: string) => postcodesIn({ ...email, text_body });
  expect(postcodes("sw1a1aa, SW1A  1AA; M1 1AE. Q1 1AA EC1A1BBB")).toEqual(["SW1A 1AA", "M1 1AE"]);
});
