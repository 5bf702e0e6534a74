import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  comment,
  freeText,
  freeTextLine,
  freeTextLines,
  optionalFreeText,
} from "#app/domain/shared/free-text.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

describe("one line of free text (V-026, AMB-B16)", () => {
  test.each([
    ["Ann", "Ann"],
    ["  Ann \t Marie ", "Ann Marie"],
    [`a.b,c/d@e-f+g h?i!j"k'l(m)n&o;p:q_r`, `a.b,c/d@e-f+g h?i!j"k'l(m)n&o;p:q_r`],
    ["£20,000 #1 <b>*~`^%$={}[]|\\", "20,000 1 b"],
    ["Siân Zoë Łukasz Ñandú 李明 Ωmega", "Siân Zoë Łukasz Ñandú 李明 Ωmega"],
    ["Zoe\u0308", "Zo\u00eb"],
    [
      "\u0928\u092e\u0938\u094d\u0924\u0947 x\u0302",
      "\u0928\u092e\u0938\u094d\u0924\u0947 x\u0302",
    ], // combining marks without a composed letter
    ["O\u2019Neill \u02bc \u2018x\u2019", "O'Neill ' 'x'"],
    ["\u201cHome\u201d", '"Home"'],
    ["Smith\u2013Jones \u2014 \u2212", "Smith-Jones - -"],
    ["Flat\u00a01\u2003A", "Flat 1 A"],
    ["one\r\ntwo\nthree", "one two three"],
    ["Ann \u{1f600} Marie", "Ann Marie"],
    ["a\0b\u0007c\u200bd", "abcd"],
    ["a\ud800b", "ab"],
    ["Ann \u{1f600}\ufe0f", "Ann"],
    ["\u0301\u0301", ""],
    ["१२३", "१२३"],
    ["", ""],
    ["<>", ""],
  ])("the line %j is cleaned to %j", (typed, kept) => {
    expect(freeTextLine(typed)).toBe(kept);
    expect(freeTextLine(kept)).toBe(kept);
  });
});

test.each([
  ["one\r\ntwo\rthree\n\nfour", "one\ntwo\nthree\n\nfour"],
  ["\n a\tb \n", "a b"],
  ["£1 \u2013 \u201cyes\u201d", '1 - "yes"'],
])("several lines of free text are cleaned from %j to %j (V-026, AMB-B16)", (typed, kept) => {
  expect(freeTextLines(typed)).toBe(kept);
});

describe("free text fields (V-026)", () => {
  const form = z.object({
    title: freeText("Say it", "Too long"),
    other: optionalFreeText("Too long"),
    note: comment(10),
  });

  test.each([
    [
      { title: " a ", other: " ", note: "a\r\nb" },
      { title: "a", other: null, note: "a\nb" },
    ],
    [{ title: "a" }, { title: "a", other: null, note: null }],
    [
      { title: "x".repeat(255), other: "\u{20bb7}".repeat(255) },
      { title: "x".repeat(255), other: "\u{20bb7}".repeat(255), note: null },
    ],
  ])("free text is accepted as $1 (case %#)", (typed, value) => {
    expect(typedForm(form, typed)).toEqual({ value });
  });

  test.each([
    [{}, { title: ["Say it"] }],
    [{ title: "£" }, { title: ["Say it"] }],
    [{ title: ["a", "b"] }, { title: ["Say it"] }],
    [{ title: "x".repeat(256) }, { title: ["Too long"] }],
    [{ title: "a", other: "\u{20bb7}".repeat(256) }, { other: ["Too long"] }],
    [{ title: "a", other: ["a", "b"] }, { other: ["Too long"] }],
    [{ title: "a", note: "x".repeat(11) }, { note: ["Enter at most 10 characters"] }],
  ])("free text is rejected with $1 (case %#)", (typed, errors) => {
    expect(typedForm(form, typed)).toEqual({ errors });
  });

  test.each(HOSTILE)("malformed free text is parsed without throwing (%#)", (value) => {
    expect(form.safeParse({ title: value, other: value, note: value })).toHaveProperty("success");
    expect(form.safeParse(value).success).toBe(false);
  });
});
