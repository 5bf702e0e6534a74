import { afterEach, describe, expect, test } from "vitest";
import { env, readSettings } from "#app/platform/env.server.ts";
import { rememberCookieChoice } from "#app/server/cookie-choice.server.ts";
import { documentPolicy } from "#app/server/content-security-policy.server.ts";
import { paths } from "#app/paths.ts";
import * as partnerSignUp from "#app/routes/site/partner-sign-up.tsx";
import { cookieOf } from "#tests/support/cookies.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { attribute, tags } from "#tests/ui/render.tsx";

const address = paths.partnerSignUp();
const asItIs = { ...env };
afterEach(() => void Object.assign(env, asItIs));

const noForm = {
  HUBSPOT_PORTAL_ID: undefined,
  HUBSPOT_FORM_ID: undefined,
  HUBSPOT_FORM_PAGE_URL: undefined,
};

const choices = {
  allowed: { partner_form: true, bot_check: false },
  refused: { partner_form: false, bot_check: true },
  unasked: { bot_check: true },
};
type Choice = keyof typeof choices;

const readCookie = async (choice: Choice) => cookieOf(await rememberCookieChoice(choices[choice]));

const open = async (choice?: Choice) =>
  openPage([page(partnerSignUp, { path: address.slice(1) })], address, {
    cookie: choice ? await readCookie(choice) : "",
  });

test("/partner-sign-up has the title “Sign-up as a partner” (G-064 G-065)", async () => {
  const { status, title, html } = await open();
  expect(status).toBe(200);
  expect(title).toBe("Sign-up as a partner - Fanlight");
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe("Sign-up as a partner");
});

describe("the HubSpot form on /partner-sign-up (G-066 AMB-G09 AMB-H04)", () => {
  test.each([undefined, "unasked", "refused"] as const)(
    "the HubSpot form is not loaded with the cookie choice “%s”, and a form without scripts asks for consent",
    async (choice) => {
      const { html } = await open(choice);
      expect(html).not.toContain("partner-form");
      const form = tags(html, "form")[0];
      expect(attribute(form, "method")).toBe("post");
      expect(attribute(form, "action")).toBe("/cookie-choice");
      const values = [...tags(html, "input"), ...tags(html, "button")].map((tag) => [
        attribute(tag, "name"),
        attribute(tag, "value"),
      ]);
      expect(values).toEqual([
        ["from", "/partner-sign-up"],
        ["partner_form", "yes"],
      ]);
    },
  );

  test("the HubSpot form has a placeholder, and a message for visitors with scripts disabled, after consent", async () => {
    const { html, text } = await open("allowed");
    expect(html).toContain('id="partner-form"');
    expect(/<noscript>.*?<\/noscript>/.exec(html)?.[0]).toContain("The form needs JavaScript");
    expect(text).not.toContain("May we load the form?");
  });

  test.each([undefined, "refused", "allowed"] as const)(
    "/partner-sign-up with the cookie choice “%s” links to the form on HubSpot’s site and shows our email address",
    async (choice) => {
      const hrefs = tags((await open(choice)).html, "a").map((tag) => attribute(tag, "href"));
      expect(hrefs).toContain(env.HUBSPOT_FORM_PAGE_URL);
      expect(hrefs).toContain("mailto:support@fanlight.example");
    },
  );

  test("our email address replaces the HubSpot form if HubSpot is not configured", async () => {
    Object.assign(env, noForm);
    const { html, text } = await open("allowed");
    expect(html).not.toMatch(/partner-form|<form/);
    expect(text).toContain("How to sign up");
    expect(html).toContain("mailto:support@fanlight.example");
  });
});

describe("the content security policy of /partner-sign-up (AMB-G09)", () => {
  const policy = (path: string, choice?: Choice) =>
    documentPolicy({ path, nonce: "abc", dev: false, ...(choice && { choice: choices[choice] }) });

  test("the content security policy allows HubSpot after consent, but still no inline styles", () => {
    const allowed = policy(address, "allowed");
    expect(allowed).toContain("connect-src 'self' https://*.hsforms.com https://*.hsforms.net;");
    expect(allowed).toContain("frame-src https://*.hsforms.com https://*.hsforms.net;");
    expect(allowed).toContain("form-action 'self' https://*.hsforms.com;");
    expect(allowed).not.toContain("unsafe");
  });

  test.each([
    [address, undefined],
    [address, "unasked"],
    [address, "refused"],
    ["/", "allowed"],
    ["/sign-in", "allowed"],
    ["/leads/x", "allowed"],
  ] as const)(
    "the content security policy of the page at %s with the cookie choice “%s” does not allow HubSpot",
    (path, choice) => {
      expect(policy(path, choice)).not.toContain("hsforms");
    },
  );
});

test("the content security policy of sign-in pages allows Google after consent only (AMB-H04)", () => {
  const policy = (path: string, choice: { bot_check?: boolean; partner_form?: boolean }) =>
    documentPolicy({ path, nonce: "abc", dev: false, choice });
  for (const path of ["/sign-in", "/sign-up", "/sell/get-started"]) {
    expect(policy(path, { bot_check: true })).toContain("https://recaptcha.google.com");
    expect(policy(path, { partner_form: true })).not.toContain("google");
    expect(policy(path, {})).not.toContain("google");
  }
  for (const path of ["/leads/x", address]) {
    expect(policy(path, { bot_check: true })).not.toContain("google");
  }
});

describe("the HubSpot settings (AMB-G09)", () => {
  const given = { HUBSPOT_PORTAL_ID: "1", HUBSPOT_FORM_ID: "2" };

  test("the HubSpot form’s script comes from the European region (G-067)", () => {
    expect(readSettings(given).env).toMatchObject({
      ...given,
      HUBSPOT_SCRIPT_URL: "https://js-eu1.hsforms.net/forms/embed/v2.js",
    });
    expect(readSettings(given).env.HUBSPOT_FORM_PAGE_URL).toBeUndefined();
  });

  test("the HubSpot form’s script comes from the double if doubles run", () => {
    expect(readSettings({ APP_URL: "http://localhost:4000" }).env).toMatchObject({
      HUBSPOT_SCRIPT_URL: "http://localhost:4000/mocks/hubspot/script",
      HUBSPOT_FORM_PAGE_URL: "http://localhost:4000/mocks/hubspot/form",
    });
  });

  test("a HubSpot portal id without a form id is an error in the settings", () => {
    expect(() => readSettings({ HUBSPOT_PORTAL_ID: "1" })).toThrow(
      "HUBSPOT_FORM_ID must be set while HUBSPOT_PORTAL_ID is",
    );
  });
});
