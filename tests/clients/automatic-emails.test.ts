import { expect, test } from "vitest";
import { readAutomatic } from "#app/clients/postmark/automatic-emails.ts";

const SAM = "sam@example.com";
const REPORT = "multipart/report; report-type=delivery-status; boundary=a";

test.each<[string, Record<string, string>, string | null, "reply" | "bounce" | null]>([
  ["a person's", { "Return-Path": "<sam@example.com>", "Content-Type": "text/plain" }, SAM, null],
  ["one that says so", { "Auto-Submitted": "auto-replied" }, SAM, "reply"],
  ["one with a note", { "auto-submitted": "Auto-Generated (by a rule)" }, SAM, "reply"],
  ["a person's that says so", { "Auto-Submitted": "no" }, SAM, null],
  ["an old program's", { "X-Autoreply": "yes" }, SAM, "reply"],
  ["another old program's", { "X-Autorespond": "Away" }, SAM, "reply"],
  ["one that is not, of an old program", { "X-Autoreply": "no" }, SAM, null],
  ["a reply by its precedence", { Precedence: "auto_reply" }, SAM, "reply"],
  ["a newsletter", { Precedence: "bulk" }, SAM, "reply"],
  ["a mailing list's, which people write to", { Precedence: "list" }, SAM, null],
  ["one that wants no answer", { "Return-Path": "<>" }, SAM, "reply"],
  ["a bounce", { "Return-Path": "<>" }, "MAILER-DAEMON@example.com", "bounce"],
  ["a bounce without a sender", { "Return-Path": "<>" }, null, "bounce"],
  [
    "a bounce that says it is automatic",
    { "Auto-Submitted": "auto-replied", "Content-Type": REPORT },
    SAM,
    "bounce",
  ],
  ["a bounce of Exim", { "X-Failed-Recipients": SAM }, SAM, "bounce"],
  [
    "a read receipt",
    {
      "Return-Path": "<>",
      "Content-Type": "multipart/report; report-type=disposition-notification",
    },
    SAM,
    "reply",
  ],
  [
    "an email that a postmaster wrote",
    { "Return-Path": "<postmaster@example.com>" },
    "postmaster@example.com",
    null,
  ],
])("classifies automatic emails by their headers: %s (IN-3)", (_what, headers, from, expected) => {
  const listed = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
  expect(readAutomatic(listed, from)).toBe(expected);
});
