import { describe, expect, test } from "vitest";
import { joinContacts, type MatterContact } from "#app/domain/handlers/contact.ts";
import { withNumbers } from "#app/domain/transactions/matter-number.ts";
import { type EmailName, emails } from "#app/emails/index.server.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { examples } from "./examples.ts";

/** Emails to firms. An answer of staff gets its number when it is sent, if it goes to a firm. */
const TO_FIRMS: readonly EmailName[] = [
  "estate_agent_introduction",
  "estate_agent_release",
  "thirdfort_request_sellers",
  "thirdfort_request_buyers",
  "seller_solicitor_instruction",
  "buyer_solicitor_instruction",
  "purchase_intent_activated_solicitor",
  "solicitor_release",
  "other_solicitor_changed",
  "firm_news",
  "property_information_shared",
  "documents_to_solicitor",
  "buyer_found",
  "firm_chase",
  "memorandum_declined",
];

const contactOf = (number: string, name = "Bronwen Pugh"): MatterContact => ({
  number,
  name,
  email: `${name.split(" ")[0]?.toLowerCase()}@fanlight.example`,
  phone: "020 7946 0001",
  copy_to: "matters@inbound.fanlight.example",
});
const render = (name: EmailName, ...contacts: MatterContact[]) =>
  renderEmail(name, examples[name], joinContacts(contacts));

describe("the number of a matter in emails", () => {
  test.each(TO_FIRMS)("ends the subject of the email %s, which goes to a firm", async (name) => {
    const { subject } = await render(name, contactOf("F-10482"));
    expect(subject).toMatch(/\S \(F-10482\)$/);
  });

  test("is in no subject of an email to customers or staff", async () => {
    const others = (Object.keys(emails) as EmailName[]).filter((name) => !TO_FIRMS.includes(name));
    for (const name of others) {
      const { subject } = await render(name, contactOf("F-77777"));
      expect([name, subject.includes("F-77777")]).toEqual([name, false]);
    }
  });

  test.each([
    [["F-10482"], "Keys (F-10482)"],
    [["F-10482", "F-20311"], "Keys (F-10482, F-20311)"],
    [["F-10482", "F-20311", "F-30007"], "Keys (F-10482, F-20311, F-30007)"],
    [["F-10482", "F-20311", "F-30007", "F-40001"], "Keys (F-10482 and 3 more)"],
    [[], "Keys"],
  ])("ends a subject about the matters %j", (numbers, subject) => {
    expect(withNumbers("Keys", numbers)).toBe(subject);
    expect(withNumbers(subject, numbers)).toBe(subject);
  });

  test("is in the footer of a letter about several matters for each of them", async () => {
    const numbers = ["F-10482", "F-20311", "F-30007", "F-40001"];
    const { subject, text } = await render(
      "estate_agent_introduction",
      ...numbers.map((number) => contactOf(number)),
    );
    expect(subject).toMatch(/ \(F-10482 and 3 more\)$/);
    expect(text).toContain(`Our numbers for these matters: ${numbers.join(", ")}.`);
    expect(text).toContain("Your contact: Bronwen Pugh, bronwen@fanlight.example");
  });
});

describe("the contact in emails", () => {
  test("has a name, an email address and a phone number", async () => {
    const { text, html } = await render("firm_chase", contactOf("F-10482"));
    expect(text.replace(/\s+/g, " ")).toContain(
      "Your contact: Bronwen Pugh, bronwen@fanlight.example, phone 020 7946 0001. Our number for this matter: F-10482.",
    );
    expect(html).toContain('href="mailto:bronwen@fanlight.example"');
  });

  test("has the firm’s own reference after ours, if the firm gave one", async () => {
    const contact = joinContacts([contactOf("F-10482")]);
    const { text } = await renderEmail("firm_chase", examples.firm_chase, {
      ...{ ...contact!, firm_reference: "ASH/2231" },
    });
    expect(text.replace(/\s+/g, " ")).toContain(
      "Our number for this matter: F-10482. Your reference: ASH/2231.",
    );
  });

  test("is left out if the matters of a letter have different handlers", async () => {
    const { text } = await render(
      "estate_agent_introduction",
      contactOf("F-10482"),
      contactOf("F-20311", "Tomasin Okonjo"),
    );
    expect(text).not.toContain("Your contact");
    expect(text).toContain("Our numbers for these matters: F-10482, F-20311.");
  });

  test("is left out of emails to staff", async () => {
    for (const name of ["payment_review", "email_received"] as const) {
      expect((await render(name, contactOf("F-10482"))).text).not.toContain("Your contact");
    }
  });
});
