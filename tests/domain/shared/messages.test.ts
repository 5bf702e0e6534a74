import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  formMessage,
  MISSING_LINES,
  tooLong,
  tooManyCharacters,
  tooShort,
} from "#app/domain/shared/messages.ts";
import { parseForm } from "#app/forms/form.server.ts";

describe("the default message of a rule", () => {
  const id = "x".repeat(30);
  test.each([
    ["missing text", z.string(), undefined, "Answer this question"],
    ["an empty choice", z.enum(["a", "b"]), "", "Answer this question"],
    ["a choice that was not offered", z.enum(["a", "b"]), "c", "Please select an option"],
    [
      "text that is too long",
      z.string().max(5_000),
      id.repeat(200),
      "Enter at most 5,000 characters",
    ],
    [
      "a list that is too long",
      z.array(z.string()).max(2),
      ["a", "b", "c"],
      "Enter at most 2 answers",
    ],
    ["a list in place of text", z.string(), ["a"], "Check this answer and enter it again"],
    ["text in the wrong format", z.uuid(), id, "Check this answer and enter it again"],
    ["a number that is too small", z.number().min(2), 1, "Check this answer and enter it again"],
  ])(
    "the default message of a rule for %s is in plain words: $3",
    (_case, schema, typed, message) => {
      const { error } = schema.safeParse(typed, { error: formMessage });
      expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
    },
  );

  test("the default message of a rule applies to every parsed form, except where a rule sets its own message", async () => {
    const form = new FormData();
    form.append("name", "Ada");
    form.append("name", "Bob");
    const schema = z.object({ name: z.string(), email: z.string({ error: "Enter an email" }) });
    const submission = await parseForm(form, schema);
    expect(submission.reply().error).toEqual({
      name: ["Check this answer and enter it again"],
      email: ["Enter an email"],
    });
  });
});

test("messages with a label and a limit read as sentences (C-010, C-012, C-020)", () => {
  expect([
    tooShort("First name", 2),
    tooShort("Company name", 1),
    tooLong("Last name"),
    tooLong("Note", 500),
    tooManyCharacters(2_000),
    MISSING_LINES.Country,
  ]).toEqual([
    "First name must be at least 2 characters long",
    "Company name must be at least 1 character long",
    "Last name must be less than 255 characters long",
    "Note must be less than 500 characters long",
    "Enter at most 2,000 characters",
    "Country must be at least 1 character long. Select a country",
  ]);
});
