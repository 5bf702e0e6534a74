import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EMAIL_KINDS } from "#app/domain/notifications/email-kinds.ts";
import { emails, isQueuedEmailName } from "#app/emails/index.server.ts";

/** Checks that docs/emails.md lists each email a customer may get, and how to switch it off. */
const [customers = "", others = ""] = readFileSync("docs/emails.md", "utf8").split(
  "\nTo others go",
);
const named = (text: string) =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name!);
const rows = customers.split("\n").filter((line) => line.startsWith("| `"));
const names = Object.entries(emails);

test("a queued email is exported under the name that email_log stores", () => {
  const stored = names.flatMap(([name, email]) => ("name" in email ? [[name, email.name]] : []));
  expect(stored.length).toBeGreaterThan(40);
  expect(stored.filter(([name, known]) => name !== known)).toEqual([]);
});

test("an email that the domain defines has a template", () => {
  const sources = readdirSync("app/domain", { recursive: true, encoding: "utf8" });
  const defined = sources
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(`app/domain/${file}`, "utf8").matchAll(/queuedEmail\(\s*"(\w+)"/g),
    ])
    .map(([, name]) => name!);
  expect(defined.length).toBeGreaterThan(40);
  expect(defined.filter((name) => !isQueuedEmailName(name))).toEqual([]);
});

describe("the list of emails", () => {
  test("the list of emails names every email, for customers or for others", () => {
    const listed = new Set([...named(customers), ...named(others)]);
    expect([...listed].toSorted()).toEqual(names.map(([name]) => name).toSorted());
    expect(named(others).filter((name) => named(customers).includes(name))).toEqual([]);
  });

  test("the list of emails names a checkbox for exactly the customer emails that can be switched off", () => {
    const byBox = rows.filter((row) => row.includes("Your emails: ")).flatMap(named);
    const canBe = names.filter(
      ([name, { unsubscribe }]) => unsubscribe && !named(others).includes(name),
    );
    expect([...new Set(byBox)].toSorted()).toEqual(canBe.map(([name]) => name).toSorted());
  });

  test("the list of emails names each checkbox of the page", () => {
    for (const { label } of EMAIL_KINDS) {
      const [first = ""] = label.split(" to ");
      expect(
        rows.some((row) => row.includes(`Your emails: ${first}`)),
        label,
      ).toBe(true);
    }
  });
});
