import { expect, test } from "vitest";
import { readAutomatic } from "#app/clients/postmark/automatic-emails.ts";

const SAM = "sam@example.com";
const REPORT = "multipart/report; report-type=delivery-status; boundary=a";

test.each<[string, Record<string, string>, string | null, "reply" | "bounce" | null]>([
  [
    "an email from a person",
    { "Return-Path": "<sam@example.com>", "Content-Type": "text/plain" },
    SAM,
    null,
  ],
  ["an email that says it is automatic", { "Auto-Submitted": "auto-replied" }, SAM, "reply"],
  [
    "an automatic email with a note",
    { "auto-submitted": "Auto-Generated (by a rule)" },
    SAM,
    "reply",
  ],
  ["an email that says a person wrote it", { "Auto-Submitted": "no" }, SAM, null],
  ["an automatic reply of an old program", { "X-Autoreply": "yes" }, SAM, "reply"],
  ["an automatic reply of a second old program", { "X-Autorespond": "Away" }, SAM, "reply"],
  ["an email of an old program that is no automatic reply", { "X-Autoreply": "no" }, SAM, null],
  ["a reply with the precedence of an automatic one", { Precedence: "auto_reply" }, SAM, "reply"],
  ["a newsletter", { Precedence: "bulk" }, SAM, "reply"],
  ["an email of a mailing list that people write to", { Precedence: "list" }, SAM, null],
  ["an email that wants no answer", { "Return-Path": "<>" }, SAM, "reply"],
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
])("readAutomatic returns $3 for the headers of %s (IN-3)", (_what, headers, from, expected) => {
  const listed = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
  expect(readAutomatic(listed, from)).toBe(expected);
});
