import { describe, expect, test } from "vitest";
import { type EmailName, emails } from "#app/emails/index.server.ts";
import { type RenderedEmail, renderEmail } from "#app/emails/render.server.ts";
import { listSteps, type ListedSteps } from "#app/domain/stages/step-words.ts";
import { INITIAL_STEP_FACTS } from "#app/domain/transactions/customer-progress.ts";
import { combinations, previews } from "./combinations.ts";
import { examples, links } from "./examples.ts";
import { expectedTexts } from "./expected-texts.ts";

function seen(html: string) {
  const entities: Record<string, string> = {
    "&amp;": "&",
    "&#x27;": "'",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
  };
  return html
    .replace(/<br\b[^>]*>/g, " ")
    .replace(/<!--.*?-->|<[^>]+>/gs, "")
    .replace(/&(?:amp|#x27|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, " ");
}

/** Expects each URL to be alone on its line: mail programs add adjacent characters to a URL. */
function expectAddressesAlone(text: string) {
  const lines = text.split("\n").filter((line) => /https?:/.test(line));
  for (const line of lines) expect(line).toMatch(/^https?:\/\/\S+[^\s.,;:!?)]$/);
}

async function example(name: EmailName): Promise<RenderedEmail> {
  return renderEmail(name, examples[name]);
}

test("every email has an example", () => {
  expect(expectedTexts.map(([name]) => name).sort()).toEqual(Object.keys(emails).sort());
});

describe.each(expectedTexts)("the %s email", (name, subject, words) => {
  test(`the email contains its expected text in HTML and in plain text (AMB-B09, A-008): ${name}`, async () => {
    const email = await example(name);
    expect(email.subject).toBe(subject);
    for (const wording of [
      ...words,
      "We never ask for bank details by email.",
      "support@fanlight.example",
      "020 7946 0000",
      "Fanlight is a service of Demonstration Conveyancing Limited, registered in England and Wales, company number 00000000. Registered office: 1 Demonstration Street, London EC1A 1AA. Regulated by the Demonstration Regulator, licence 00000.",
    ]) {
      expect(seen(email.html)).toContain(wording);
      expect(email.text.replace(/\s+/g, " ")).toContain(wording);
    }
  });

  test(`the email loads no files and links only to our site: ${name}`, async () => {
    const { html, text } = await example(name);
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|object|video|form)\b|url\(|@import|\bsrc=|background="/i,
    );
    const addresses = [
      ...`${html.replaceAll("&amp;", "&")} ${text}`.matchAll(/\b(?:href="|)(https?:\/\/[^"\s<]+)/g),
    ];
    const ours = addresses
      .map(([, address = ""]) => address)
      .filter((address) => !address.startsWith("http://www.w3.org/TR/xhtml1/"));
    for (const address of ours) expect(address).toMatch(/^http:\/\/localhost:3000\//);
    expect(html).toContain('<html dir="ltr" lang="en-GB">');
  });

  test(`the text of the email has each URL on a separate line (IN-14): ${name}`, async () => {
    expectAddressesAlone((await example(name)).text);
  });

  test(`the email has its subject as its title and content in every meta tag (IN-15): ${name}`, async () => {
    const { html, subject } = await example(name);
    expect(seen(/<title>(.*)<\/title>/.exec(html)?.[1] ?? "")).toBe(subject);
    for (const [meta] of html.matchAll(/<meta\b[^>]*>/g)) expect(meta).toMatch(/ content="[^"]+"/);
  });
});

test("an email escapes a name that looks like HTML", async () => {
  const { html, text } = await renderEmail("magic_link_sign_in", {
    first_name: `<b>O'Hara</b>`,
    link: links.sign_in,
  });
  expect(html).not.toContain("<b>");
  expect(seen(html)).toContain("Hello <b>O'Hara</b>");
  expect(text).toContain("Hello <b>O'Hara</b>");
});

test("the email about a sale that a referral code has paid for confirms the code and states that nothing was charged (AMB-E07)", async () => {
  const { subject, text } = await renderEmail("payment_received", {
    ...examples.payment_received,
    ...{ code: "FRIEND10", net_pence: 0, vat_pence: 0, total_pence: 0 },
  });
  expect(subject).toBe("Your service fee is covered: 1 Arch Street");
  for (const said of [
    "Your referral code FRIEND10 has covered the service fee for your sale of 1 Arch Street, Bath, BA1 1AA. You haven’t been charged.",
    "Service fee (including VAT) £240.00",
    "Referral code FRIEND10 -£240.00",
    "Total paid £0.00",
    "What you need to do",
    "http://localhost:3000/dashboard/sell/65a000000000000000000001",
  ]) {
    expect(text.replace(/\s+/g, " ")).toContain(said);
  }
  expect(text).not.toContain("received your payment");
});

test("a reply to a contact request goes to the sender, and other replies to us (AMB-G05)", async () => {
  expect((await example("contact_request")).reply_to).toBe("ada@example.com");
  expect(await example("weekly_leads")).not.toHaveProperty("reply_to");
});

test("the instruction to a solicitor has no comment section if there is no comment (AMB-L03)", async () => {
  expect((await example("buyer_solicitor_instruction")).text).not.toContain("Our comment");
});

test("the instruction to a solicitor is copied to legal assistants, and emails to customers are copied to no one (AMB-L03)", async () => {
  for (const [name, cc] of [
    ["seller_introduction", undefined],
    ["seller_solicitor_instruction", ["asa@ashby.example"]],
    ["buyer_introduction", undefined],
    ["payment_received", undefined],
  ] as const) {
    expect((await example(name)).cc, name).toEqual(cc);
  }
});

test("only optional emails have an unsubscribe link (AMB-G08)", async () => {
  const addresses: Record<string, string | null> = {
    weekly_leads: "mailto:support@fanlight.example?subject=Unsubscribe",
    matter_news: examples.matter_news.unsubscribe,
    weekly_summary: examples.weekly_summary.unsubscribe,
    start_reminder: examples.start_reminder.unsubscribe,
  };
  for (const [name] of expectedTexts) {
    expect((await example(name)).unsubscribe, name).toBe(addresses[name]);
  }
});

test("emails contain no zero byte at any boundary of React’s 2 KB blocks", async () => {
  for (let length = 1; length <= 8; length++) {
    const props = { ...examples.magic_link_sign_in, first_name: "A".repeat(length) };
    const { html, text } = await renderEmail("magic_link_sign_in", props);
    expect(html + text).not.toContain("\0");
  }
});

describe("one email about several properties (AMB-L06)", () => {
  const homes = ["Plot 1, Elm Field, York", "Plot 2, Elm Field, York"];
  const several = { property: "2 properties in Elm Field", homes };

  test("the emails to the sellers name each property", async () => {
    const introduction = { ...examples.seller_introduction, ...several };
    const { subject, text } = await renderEmail("seller_introduction", introduction);
    expect(subject).toBe("Your solicitor for 2 properties in Elm Field");
    for (const home of homes) expect(text).toContain(home);
    const plan = await renderEmail("plot_plan_request", {
      ...examples.plot_plan_request,
      ...several,
    });
    expect(plan.subject).toBe("Please send us the plot plan for 2 properties in Elm Field");
    for (const home of homes) expect(plan.text).toContain(home);
  });
});

test("the instruction to a solicitor lists the clients’ contact details without links", async () => {
  const { text } = await example("seller_solicitor_instruction");
  expect(text).toContain("Ada Byron");
  expect(text).not.toContain("mailto:");
});

test("the email about the seller’s first buyer does not mention a previous one", async () => {
  const first = { ...examples.purchase_intent_activated_seller, has_changed: false };
  const { subject, text } = await renderEmail("purchase_intent_activated_seller", first);
  expect(subject).toBe("You have a buyer for 1 Arch Street");
  expect(text).not.toContain("different buyer");
});

test("the email to a removed person reports their removal only, and names no one else", async () => {
  const gone = { ...examples.people_changed, primary: null };
  const { subject, text } = await renderEmail("people_changed", gone);
  expect(subject).toBe("You’ve been removed from the purchase of 1 Arch Street");
  expect(text).toContain("you don’t need to do it");
  expect(text).not.toMatch(/Bea|Jo|Gail|dashboard/);
});

test("the email to a giftor who cannot sign in yet links to no page", async () => {
  const { text } = await renderEmail("giftor_id_check", {
    ...examples.giftor_id_check,
    sign_in: null,
  });
  expect(text).not.toMatch(/dashboard|sign in/i);
});

test("the payment email lists the seller’s first steps in the order of the dashboard", async () => {
  const { text } = await example("payment_received");
  expect(text.replace(/\s+/g, " ")).toMatch(
    /Choose your solicitor.*ID check.*engagement letter.*TA forms/,
  );
});

const oneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \d\. /g, " ")
    .trim();

test.each(combinations)(
  "an email %s is written in whole sentences: %s",
  async (_what, name, change, subject, sentences) => {
    const email = await renderEmail(name, { ...examples[name], ...change });
    expect(email.subject).toBe(subject);
    for (const sentence of sentences) expect(oneLine(email.text)).toContain(sentence);
    expect(email.text).not.toMatch(/undefined|null|NaN|\[object| {2}\w/);
    expectAddressesAlone(email.text);
  },
);

test.each(previews)(
  "an email with %s has the expected preview text: %s",
  (_what, name, change, _subject, [preview]) => {
    const { preview: write } = emails[name] as { preview: (props: object) => string };
    expect(write({ ...examples[name], ...change })).toBe(preview);
  },
);

test("a warning about bank details does not refer to a phone number in the same email", async () => {
  for (const name of ["buyer_additional_info", "solicitor_changed"] as const) {
    const text = oneLine((await example(name)).text);
    expect(text, name).toContain(
      "Before you pay anything, phone your solicitor to check the bank details. Use a number from their website or a letter. Don’t use one from an email, including this one.",
    );
    expect(text, name).not.toMatch(/number (?:below|above)|this number/);
  }
  expect(oneLine((await example("buyer_additional_info")).text)).toContain(
    "We will never email you new bank details. If you get an email like that, do not pay. Phone us or your solicitor on a number you already have.",
  );
});

test("emails list each step with its title and detail, without work that no one has begun (CU-6)", async () => {
  for (const [name] of expectedTexts) {
    const { steps } = examples[name] as { steps?: ListedSteps };
    if (!steps) continue;
    const text = oneLine((await example(name)).text);
    const listed = [...steps.now, ...steps.later, ...steps.ours.steps];
    for (const { title, detail } of listed) expect(text, name).toContain(`${title}. ${detail}`);
    expect(text, name).not.toMatch(
      /Review the searches|Raise enquiries|Prepare the property report/,
    );
  }
});

test("every email is formatted for a phone’s screen and for dark mode (CU-22, Looks 8)", async () => {
  for (const [name] of expectedTexts) {
    const { html } = await example(name);
    expect(html, name).toContain(
      '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    );
    expect(html, name).toContain("prefers-color-scheme: dark");
    expect(html.match(/<h1\b/g), name).toHaveLength(1);
  }
});

test("the heading of an email is its news (Looks 8)", async () => {
  const heading = async (name: EmailName) =>
    seen(/<h1[^>]*>(.*?)<\/h1>/.exec((await example(name)).html)?.[1] ?? "");
  expect(await heading("seller_introduction")).toBe("Your solicitor is Ashby & Co");
  expect(await heading("payment_received")).toBe("We’ve received your payment");
  expect(await heading("matter_news")).toBe("Completion is planned for Friday 18 December");
  for (const [name] of expectedTexts)
    expect(await heading(name), name).not.toMatch(/^(Hello|Thank you)/);
});

test("an email links the solicitor’s email address and phone number, and breaks URLs that are too wide for a phone (AX-3)", async () => {
  for (const name of ["seller_introduction", "solicitor_changed"] as const) {
    const { html } = await example(name);
    expect(html, name).toContain('href="mailto:sol@ashby.example"');
    expect(html, name).toContain('href="tel:');
  }
  for (const name of [
    "seller_introduction",
    "solicitor_changed",
    "estate_agent_changed",
  ] as const) {
    const { html } = await example(name);
    for (const [link] of html.matchAll(/<a\b[^>]*>http/g)) {
      expect(link, name).toContain("word-break:break-all");
      expect(link, name).toContain("#0E4F4A");
    }
    expect(html, name).toMatch(/<a [^>]*class="btn"/);
  }
});

test("the subject of an instruction to solicitors has the street and the number of the matter (CU-22)", async () => {
  const letter = {
    ...examples.buyer_solicitor_instruction,
    subject: "New instruction: purchase of Flat 9, 14 Boar Lane, Holbeck, York, YO1 7HZ",
  };
  const contact = { name: null, email: null, phone: null, numbers: ["F-10482"] };
  const { subject } = await renderEmail("buyer_solicitor_instruction", letter, contact);
  expect(subject).toBe("New instruction: purchase of Flat 9, 14 Boar Lane, Holbeck (F-10482)");
});

test.each([
  ["complete", "clear", []],
  ["complete", "consider", ["Your ID check"]],
  ["failed", null, ["Your ID check"]],
  ["pending", null, ["Complete your ID check"]],
] as const)(
  "the steps match an ID check with the status %s and the result %s (CU-6)",
  (status, result, expected) => {
    const own = {
      first_name: "Ada",
      person_type: "seller",
      status,
      result,
      is_repeated: false,
    } as const;
    const other = { ...own, first_name: "Jo", status: null, result: null };
    const facts = { ...INITIAL_STEP_FACTS, law_firm: "Ashby & Co", checks: [own, other] };
    const { now, later } = listSteps("seller", facts);
    const titles = [...now, ...later].map(({ title }) => title);
    expect(titles.filter((title) => title.includes("ID check"))).toEqual(expected);
  },
);
