import { describe, expect, test } from "vitest";
import { missingFacts, fillFacts } from "#app/domain/conversations/answer-templates.ts";
import { foldQuotes } from "#app/domain/conversations/fold-quotes.ts";

describe("quoted text in an email", () => {
  test.each([
    ["a quoted line", "Thanks.\n\n> Earlier\n> text", "Thanks.", "> Earlier\n> text"],
    [
      "Outlook’s line",
      "Yes\n-----Original Message-----\nOld",
      "Yes",
      "-----Original Message-----\nOld",
    ],
    [
      "a line with the writer",
      "Yes\nOn 1 May 2026, Ada wrote:\n> Old",
      "Yes",
      "On 1 May 2026, Ada wrote:\n> Old",
    ],
    ["a header", "Yes\nFrom: Ada Byron\nOld", "Yes", "From: Ada Byron\nOld"],
    ["nothing", "Only this\nand this", "Only this\nand this", ""],
    ["only a quotation", "> Old\n> text", "> Old\n> text", ""],
    ["no text", "", "", ""],
  ])("is folded after %s", (_what, text, own, quoted) => {
    expect(foldQuotes(text)).toEqual({ own, quoted });
  });

  test("of 1 MB is folded in linear time", () => {
    const started = performance.now();
    for (const line of ["> quoted text\n", "On and on ", "_", "-", "\n", "From: "]) {
      const text = `Hello\n${line.repeat(Math.ceil(1_000_000 / line.length))}`;
      const { own, quoted } = foldQuotes(text);
      expect(own.length + quoted.length).toBeGreaterThan(0);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("the facts of a template", () => {
  const facts = {
    first_name: "Grace",
    address: "14 Melrose Terrace",
    number: "F-10482",
    exchange_date: null,
    completion_date: null,
    solicitor: null,
    search_days: null,
    sender: "Bronwen Pugh",
  };

  test("are filled in if they are known", () => {
    expect(fillFacts("Hello {{first_name}}, about {{ address }}", facts)).toBe(
      "Hello Grace, about 14 Melrose Terrace",
    );
  });

  test("stay in the text if they are not known, and are named", () => {
    const text = fillFacts("On {{completion_date}} with {{solicitor}}", facts);
    expect(text).toBe("On {{completion_date}} with {{solicitor}}");
    expect(missingFacts(text)).toEqual(["Completion date is not known", "Solicitor is not known"]);
  });

  test("that do not exist are named", () => {
    expect(missingFacts("{{constructor}}")).toEqual(["{{constructor}} is not a fact of a matter"]);
  });

  test("are never put into a text twice", () => {
    const hostile = { ...facts, first_name: "{{solicitor}}" };
    expect(fillFacts("Hello {{first_name}}", hostile)).toBe("Hello {{solicitor}}");
  });
});
