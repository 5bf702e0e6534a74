import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { listHeld } from "#app/domain/privacy/notice.server.ts";
import { listServices } from "#app/domain/privacy/services.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { action } from "#app/routes/site/cookie-choice.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { post } from "#tests/support/call-route.ts";
import { attribute, byId, tags } from "#tests/ui/render.tsx";
import { listAnchors, open, findSection } from "./pages.tsx";

describe("the privacy policy", async () => {
  const { html, text } = await open(paths.legal.privacy());

  test.each([
    ["H-075", 1, "general", "General"],
    ["H-076", 2, "individuals", "Individuals"],
    ["H-077", 3, "partners", "Partners"],
    ["H-078", 4, "third-party-services", "Third Party Services"],
  ])(
    "section $1 of the privacy policy has the anchor $2 and the title $3 ($0)",
    (_row, number, anchor, title) => {
      expect(listAnchors(html)).toHaveLength(4);
      expect(listAnchors(html)[number - 1]).toBe(anchor);
      expect(findSection(html, anchor).html).toContain(`<h2>${number}. ${title}</h2>`);
      expect(findSection(html, anchor).text).toContain(`${number}.4 `);
    },
  );

  test("the privacy policy states that Google reCAPTCHA is a bot check that needs consent (H-078)", () => {
    const said = findSection(html, "third-party-services").text;
    expect(said).toContain("we use a bot-check service, Google reCAPTCHA");
    expect(said).toContain("We’ll only load the bot check if you allow it");
  });

  test("the privacy policy was last updated in July 2023 (H-079)", () => {
    expect(html).toContain("<p>Last updated July 2023</p>");
  });

  test.each([
    "your full name;",
    "your email address;",
    "your username and password",
    "your postal address;",
    "your phone number;",
    "transaction details",
    "employment details;",
    "third-party contacts",
    "photo ID",
    "financial details",
  ])("the privacy policy lists this data of an individual account: %s (H-080)", (item) => {
    const list = /What we collect[^]*?<ol[^>]*>([^]*?)<\/ol>/.exec(
      findSection(html, "individuals").html,
    );
    expect(list?.[1]).toContain(`<li>${item}`);
    expect(list?.[1]?.match(/<li>/g)).toHaveLength(10);
  });

  test.each([
    ["H-068", "We keep account information for 10 years."],
    ["H-067", "may use it in anonymised form for future transactions"],
    ["H-069", "Our own checks do not replace the solicitor’s anti-money-laundering checks"],
    ["H-070", "Source-of-funds checks use open banking data"],
    ["H-073", "You may give designated third parties access"],
    ["H-074", "Our servers are in the European Union."],
  ])("the privacy policy contains $1 ($0)", (_row, fact) => {
    expect(text).toContain(fact);
  });
});

describe("data and services in the privacy policy", async () => {
  const { html } = await open(paths.legal.privacy());

  test("the privacy policy contains every line of the retention table", () => {
    const said = findSection(html, "general").text;
    for (const { what, why, basis, retention: kept } of listHeld()) {
      for (const words of [what, why, basis, kept]) expect(said).toContain(words);
    }
    expect(said).toContain(
      "Until sign-out, or until the session expires. We’ll then delete the data.",
    );
    expect(findSection(html, "general").html).toContain('href="/your-data"');
  });

  test("the privacy policy lists each kind of data once", () => {
    const named = listHeld().map(({ what }) => what);
    expect(named.filter((what, at) => named.indexOf(what) !== at)).toEqual([]);
  });

  test("the privacy policy says, depending on the setting, that our team deletes the data or that we delete it automatically", () => {
    const kept = () => listHeld().map((line) => line.retention);
    expect(kept()).toContain(
      "24 months after we receive the details. Our team will then delete the data.",
    );
    env.RETENTION = "erase";
    onTestFinished(() => {
      env.RETENTION = "count";
    });
    expect(kept()).toContain("24 months after we receive the details. We’ll then delete the data.");
  });

  test("the privacy policy names only the services that are configured", () => {
    const said = findSection(html, "third-party-services").text;
    for (const { name } of listServices()) expect(said).toContain(name);
    expect(said).toContain("Stripe Takes card payments");
    expect(said).not.toContain("S3 storage");
    expect(said).not.toContain("Anthropic");
    env.S3_BUCKET = "papers";
    onTestFinished(() => {
      env.S3_BUCKET = undefined;
    });
    expect(listServices().map(({ name }) => name)).toContain("S3 storage in the region eu-west-2");
  });

  test("the privacy policy describes each service in a complete sentence", () => {
    const before = { ...env };
    onTestFinished(() => {
      Object.assign(env, before);
    });
    Object.assign(env, { S3_BUCKET: "papers", HUBSPOT_FORM_ID: "form" });
    expect(listServices().map(({ name, does, gets }) => `${name} ${does}: ${gets}.`)).toEqual([
      "Stripe takes card payments: the seller’s name and email address, the payment details, and the card number (we never see it).",
      "Postmark sends our emails and receives emails sent to us: the email addresses and the content of emails.",
      "Loqate finds addresses: the postcode or address, as someone types it.",
      "Google reCAPTCHA checks whether a visitor is a person or a bot, if you allow it: information about your browser, and your IP address.",
      "Thirdfort checks identity and the source of funds: the name, contact details and address of the person being checked, and the documents they provide.",
      "OneSearch carries out property searches: the address and the plan of the property.",
      "S3 storage in the region eu-west-2 stores documents: the documents of a sale or purchase, email attachments, and copies of the data we hold.",
      "HubSpot provides the form that estate agents use to become partners, if you allow it: what people enter in that form.",
    ]);
  });
});

describe("the cookie policy", async () => {
  const { html, text } = await open(paths.legal.cookies());
  const sections = [
    ["H-082", "intro", "We only set cookies that the service needs to work."],
    ["H-083", "cookies", "A cookie is a small piece of text"],
    ["H-084", "scripts", "A script is a small program"],
    ["H-085", "functional-cookies", "Functional cookies make the service work"],
    ["H-086", "placed-cookies", "We set these cookies ourselves."],
    ["H-087", "consent", "We ask for your consent"],
    ["H-088", "enabling-disabling", "Choose here whether to allow each service."],
    [
      "H-089",
      "data-rights",
      "make a complaint to the Information Commissioner’s Office, the UK’s data protection regulator",
    ],
    ["H-090", "contact-details", "email us at support@fanlight.example"],
  ] as const;

  test("the cookie policy has nine sections in order (H-081)", () => {
    expect(listAnchors(html)).toEqual(sections.map(([, anchor]) => anchor));
  });

  test.each(sections)(
    "section $1 of the cookie policy has the required text ($0)",
    (_row, anchor, said) => {
      expect(findSection(html, anchor).text).toContain(said);
    },
  );

  test("the cookie policy lists exactly the cookies that the code can set (H-086)", () => {
    const code = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const made = code.flatMap((file) =>
      [
        ...readFileSync(`app/${file}`, "utf8").matchAll(
          /\b(?:createCookie|signedCookie|unsignedCookie|pageCookie)\("([^"]+)"/g,
        ),
      ].map(([, name]) => name),
    );
    const listed = [...findSection(html, "placed-cookies").html.matchAll(/<code>([^<]+)/g)];
    expect(made.length).toBeGreaterThan(2);
    expect(listed.map(([, name]) => name).sort()).toEqual(made.sort());
  });

  test("the consent section of the cookie policy links to the choice", () => {
    expect(findSection(html, "consent").html).toContain('href="#enabling-disabling"');
  });

  test("the cookie policy states that we do not track visitors", () => {
    expect(text).toContain("We don’t use cookies for advertising, or to count or track visitors.");
  });
});

describe("the cookie choice on the cookie policy (H-087 H-088 AMB-H04)", () => {
  const chosen = (html: string) =>
    tags(html, "input")
      .filter((tag) => attribute(tag, "type") === "radio" && /\schecked=/.test(tag))
      .map((tag) => attribute(tag, "value"));

  test("the cookie choice is a form without scripts that posts to /cookie-choice", async () => {
    const { html } = findSection((await open(paths.legal.cookies())).html, "enabling-disabling");
    const form = tags(html, "form")[0];
    expect(attribute(form, "method")).toBe("post");
    expect(attribute(form, "action")).toBe("/cookie-choice");
    const from = tags(html, "input").find((tag) => attribute(tag, "name") === "from");
    expect(attribute(from, "value")).toBe("/cookie-policy#enabling-disabling");
    for (const name of ["bot_check", "partner_form"]) {
      const values = tags(html, "input")
        .filter((tag) => attribute(tag, "name") === name)
        .map((tag) => attribute(tag, "value"));
      expect(values).toEqual(["yes", "no"]);
      expect(byId(html, `cookies-allowed-${name}`)).toBeDefined();
    }
  });

  test("the cookie choice allows no optional service by default", async () => {
    const { html, text } = await open(paths.legal.cookies());
    const unasked = "you haven’t chosen yet, so it’s off";
    expect(text).toContain(`Google’s bot check: ${unasked} HubSpot’s partner form: ${unasked}`);
    expect(chosen(html)).toEqual(["no", "no"]);
  });

  test.each([
    ["yes", "no", "Google’s bot check: allowed HubSpot’s partner form: not allowed"],
    ["no", "yes", "Google’s bot check: not allowed HubSpot’s partner form: allowed"],
  ])(
    "the cookie choices “%s” and “%s” are stored, and shown as “%s”",
    async (bot_check, partner_form, said) => {
      const fields = { bot_check, partner_form, from: "/cookie-policy#enabling-disabling" };
      const saved = await post(action, fields);
      expect(saved).toMatchObject({ status: 303, location: "/cookie-policy#enabling-disabling" });
      const cookie = cookieOf(saved.headers.get("Set-Cookie"));
      const { html, text } = await open(paths.legal.cookies(), cookie);
      expect(text).toContain(`Your current choice ${said}`);
      expect(chosen(html)).toEqual([bot_check, partner_form]);
    },
  );
});
