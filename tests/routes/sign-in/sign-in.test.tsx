import "#tests/ui/router.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rememberCookieChoice } from "#app/server/cookie-choice.server.ts";
import SignIn, { action, loader } from "#app/routes/sign-in/sign-in.tsx";
import { listWithheldLinks } from "#app/auth/send-email-now.server.ts";
import { env } from "#app/platform/env.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import { attribute, byId, render, tags, visibleText } from "#tests/ui/render.tsx";
import {
  agedKey,
  resendForm,
  readCookie,
  later,
  linkIn,
  open,
  person,
  submitContinue,
  sentTo,
  signInForm,
} from "./visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

const path = "/sign-in";
const send = (change: Record<string, string> = {}, cookie?: string) =>
  post(action, signInForm(change), { path, ...(cookie && { cookie }) });
const load = (at = path, cookie?: string) => get(loader, { path: at, ...(cookie && { cookie }) });

async function show(
  at = path,
  { cookie, actionData }: { cookie?: string; actionData?: unknown } = {},
) {
  const { data } = await load(at, cookie);
  return render(<SignIn />, {
    path: at,
    loaderData: Object(data),
    ...(actionData !== undefined && { actionData }),
  });
}

describe("the sign-in page", () => {
  test("the sign-in page has its title, field and button (B-001 B-052 B-053 AMB-B18)", async () => {
    const html = await show();
    expect(visibleText(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe("Sign in");
    expect(attribute(byId(html, "sign-in-email"), "type")).toBe("email");
    expect(html).toMatch(/<button[^>]*class="button"[^>]*>Send me a magic link<\/button>/);
  });

  test.each([
    ["B-014 A-034", "sign-out", "You've been signed out."],
    [
      "B-015",
      "account",
      "It looks like you already have an account with us. Please sign in to continue.",
    ],
    [
      "B-017 B-058",
      "networkError",
      "We're having trouble connecting to our servers. Please refresh the page and try again.",
    ],
  ])(
    "the sign-in page shows a dismissible banner with the text $2 for the flag $1 ($0)",
    async (_id, flag, text) => {
      const html = await show(`/sign-in?${flag}=true&role=buy`);
      const banner = /<div role="status">(.*?)<h1/s.exec(html)?.[1] ?? "";
      expect(visibleText(banner)).toContain(text);
      expect(attribute(tags(banner, "a")[0], "href")).toBe("/sign-in?role=buy");
    },
  );

  test("the sign-in page ignores other values of a flag, and shows one banner for each flag (B-013 AMB-B03)", async () => {
    expect(await show("/sign-in?sign-out=1&account=")).not.toContain('role="status"');
    const html = await show("/sign-in?sign-out=true&account=true");
    expect(html.match(/role="status"/g)).toHaveLength(2);
  });

  test("the sign-in page redirects a person who is signed in to /welcome-back (A-024 A-031)", async () => {
    const { cookie } = await signIn(db);
    expect(await load(path, cookie)).toMatchObject({ status: 302, location: "/welcome-back" });
    expect((await send({}, cookie)).location).toBe("/welcome-back");
  });

  test("the sign-in page asks about cookies once, and loads reCAPTCHA only with consent (AMB-H04)", async () => {
    expect(await show()).toContain('aria-label="Cookies"');
    expect((await load()).data).toMatchObject({ recaptcha: null });
    for (const bot_check of [true, false]) {
      const choice = { bot_check, partner_form: !bot_check };
      const cookie = cookieOf(await rememberCookieChoice(choice));
      const page = await load(path, cookie);
      expect(page.data).toMatchObject({
        askAboutCookies: false,
        recaptcha: bot_check
          ? { siteKey: env.RECAPTCHA_SITE_KEY, scriptUrl: env.RECAPTCHA_SCRIPT_URL }
          : null,
      });
      expect((await show(path, { cookie })).includes('name="recaptcha_token"')).toBe(bot_check);
    }
    const about = cookieOf(await rememberCookieChoice({ partner_form: true }));
    expect((await load(path, about)).data).toMatchObject({
      askAboutCookies: true,
      recaptcha: null,
    });
  });
});

describe("requesting a sign-in link", () => {
  test.each(["", "sam", "sam@example", "sam@@example.test"])(
    "a request for a sign-in link with the email %j is refused with 400 (B-055 B-041)",
    async (email) => {
      const answer = await send({ email });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({
        email: ["Please enter a valid email address. It should look like name@example.com"],
      });
      if (email) expect(shownValues(answer)).toMatchObject({ email });
      const html = await show(path, { actionData: answer.data });
      expect(
        html.split("Please enter a valid email address. It should look like name@example.com"),
      ).toHaveLength(3);
    },
  );

  test("a request for a sign-in link sends one email and shows the confirmation (B-054 B-056 B-060 B-062)", async () => {
    await signIn(db, { email: person.email });
    const answer = await send({ email: ` ${person.email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 303, location: "/sign-in?sent=true" });
    const [email, ...more] = await sentTo(state);
    expect(more).toEqual([]);
    expect(email?.Tag).toBe("magic_link_sign_in");
    expect([...linkIn(email).searchParams.keys()]).toEqual(["token", "type"]);

    const html = await show("/sign-in?sent=true", { cookie: readCookie(answer) ?? "" });
    expect(visibleText(html)).toContain(
      "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes.",
    );
    expect(html).toContain("Send email again");
  });

  test("a request by staff sends a link for staff (A-028 AMB-A11)", async () => {
    await signIn(db, { email: person.email, type: "admin" });
    await send();
    const [email] = await sentTo(state);
    expect(email?.Tag).toBe("magic_link_admin");
    expect(linkIn(email).searchParams.get("type")).toBe("admin");
  });

  test("a request for an unknown address gets the usual response, but sends the email for people without an account (AMB-B07)", async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 303, location: "/sign-in?sent=true" });
    expect(readCookie(answer)).toBeDefined();
    expect((await sentTo(state)).map(({ Tag }) => Tag)).toEqual(["sign_in_no_account"]);
    // An unknown address also gets a token, without a user, so that the response time does not
    // reveal whether there is an account.
    const tokens = await db.selectFrom("magic_link_tokens").select("user_id").execute();
    expect(tokens).toEqual([{ user_id: null }]);
  });

  test("a request for a blocked person’s address gets the usual response, but no email (AMB-A01)", async () => {
    const { id } = await signIn(db, { email: person.email });
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect(await send()).toMatchObject({ status: 303, location: "/sign-in?sent=true" });
    expect(await sentTo(state)).toEqual([]);
  });

  test("a sign-in link can be requested again after a minute, for the address in the session (B-029 B-054)", async () => {
    await signIn(db, { email: person.email });
    const cookie = readCookie(await send()) ?? "";
    const again = () => post(action, resendForm(), { path: "/sign-in?sent=true", cookie });
    expect(listErrors(await again())).toEqual({
      "": [
        expect.stringMatching(
          /^Please wait at least 5 minutes before trying again\. .* You can ask for another in (60|5\d) seconds\.$/,
        ),
      ],
    });
    await later(db, 61);
    expect(await again()).toMatchObject({ status: 303, location: "/sign-in?sent=true" });
    expect(await sentTo(state)).toHaveLength(2);
  });

  test("a second request from another browser does not invalidate an earlier link", async () => {
    await signIn(db, { email: person.email });
    await send();
    const [first] = await sentTo(state);
    await later(db, 61);
    await send();
    expect((await submitContinue(linkIn(first))).location).toBe("/welcome-back");
  });

  test("a request for a sign-in link shows an error if the email cannot be sent (B-061)", async () => {
    await signIn(db, { email: "down@example.test" });
    const answer = await send({ email: "down@example.test" });
    expect(answer.status).toBe(503);
    expect(listErrors(answer)).toEqual({ "": ["Failed to sign in. Please try again later."] });
    expect(shownValues(answer)).toMatchObject({ email: "down@example.test" });
  });

  test("the fourth request for a sign-in link in five minutes answers 429 (AMB-B01)", async () => {
    await signIn(db, { email: person.email });
    for (let count = 0; count < 3; count++) {
      await send();
      await later(db, 61);
    }
    const answer = await send();
    expect(answer.status).toBe(429);
    expect(listErrors(answer)).toEqual({
      "": ["Too many requests. Please wait a moment and try again."],
    });
  });

  test("repeated submits of one sign-in form send one email", async () => {
    await signIn(db, { email: person.email });
    const form = { form_key: agedKey("sign-in") };
    const answers = await Promise.all([send(form), send(form), send(form)]);
    for (const answer of answers) expect(answer.location).toBe("/sign-in?sent=true");
    expect(await sentTo(state)).toHaveLength(1);
  });

  test("repeated submits of a sign-in form that failed show the failure", async () => {
    const form = { form_key: agedKey("sign-in"), email: "bounce@example.test" };
    const answers = await Promise.all([send(form), send(form)]);
    for (const answer of answers) {
      expect(listErrors(answer)).toEqual({ "": ["Failed to sign in. Please try again later."] });
    }
  });
});

describe("the redirect after sign-in", () => {
  const ask = async (redirect_to: string) => {
    await signIn(db, { email: person.email });
    const cookie = readCookie(await send({ redirect_to }));
    return { cookie: cookie ?? "", link: linkIn((await sentTo(state))[0]) };
  };

  test("the redirect target is kept in the form, and followed in the browser that requested the link (AMB-A03)", async () => {
    const html = await show("/sign-in?redirectTo=%2Fsell%2Fterms-and-conditions%3Fa%3D1");
    expect(html).toContain('name="redirect_to" value="/sell/terms-and-conditions?a=1"');
    const { cookie, link } = await ask("/sell/terms-and-conditions");
    const page = await open(link, cookie);
    expect(page.data).toMatchObject({
      sameBrowser: true,
      redirectTo: "/sell/terms-and-conditions",
    });
    const { redirectTo } = page.data as { redirectTo: string };
    expect((await submitContinue(link, { cookie, redirect_to: redirectTo })).location).toBe(
      "/sell/terms-and-conditions",
    );
  });

  test("the redirect target is ignored in another browser", async () => {
    const { link } = await ask("/sell/terms-and-conditions");
    expect((await open(link)).data).toMatchObject({ sameBrowser: false });
    expect((await open(link)).data).not.toHaveProperty("redirectTo", expect.any(String));
    expect((await submitContinue(link)).location).toBe("/welcome-back");
  });

  test("the redirect target is percent-encoded in the Location header (AMB-A03)", async () => {
    const { cookie, link } = await ask("/／x");
    const { redirectTo } = (await open(link, cookie)).data as { redirectTo: string };
    expect((await submitContinue(link, { cookie, redirect_to: redirectTo })).location).toBe(
      "/%EF%BC%8Fx",
    );
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "the redirect target %s is ignored, and sign-in leads to /welcome-back",
    async (redirectTo) => {
      const page = await load(`/sign-in?redirectTo=${encodeURIComponent(redirectTo)}`);
      expect(Reflect.get(Object(page.data), "redirectTo")).toBeUndefined();
      const { cookie, link } = await ask(redirectTo);
      expect(Reflect.get(Object((await open(link, cookie)).data), "redirectTo")).toBeUndefined();
      expect((await submitContinue(link, { cookie, redirect_to: redirectTo })).location).toBe(
        "/welcome-back",
      );
    },
  );
});

describe("withheld sign-in links (AMB-B04)", () => {
  afterEach(() => {
    env.ALLOW_PREVENT_EMAIL = false;
  });

  test("a link that preventEmail withholds is stored in the outbox and not sent, and the page shows a banner, if the setting allows it (B-016 B-049 B-060 WF-06.10)", async () => {
    env.ALLOW_PREVENT_EMAIL = true;
    await signIn(db, { email: person.email });
    const html = await show("/sign-in?preventEmail=true");
    expect(visibleText(html)).toContain("Warning! Sending the Magic Link email has been disabled.");
    expect(html).toContain('name="prevent_email" value="true"');

    const answer = await send({ prevent_email: "true" });
    expect(answer.location).toBe("/sign-in?sent=true");
    expect(await sentTo(state)).toEqual([]);
    const [kept, ...more] = await listWithheldLinks(db);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ name: "magic_link_sign_in", recipient: person.email });
    expect((await submitContinue(new URL(kept?.link ?? ""))).location).toBe("/welcome-back");
  });

  test("preventEmail is ignored if the setting does not allow it, so that no one can stop another person’s email (B-049)", async () => {
    await signIn(db, { email: person.email });
    expect((await load("/sign-in?preventEmail=true")).data).toMatchObject({
      preventEmail: false,
      banners: [],
    });
    await send({ prevent_email: "true" });
    expect(await sentTo(state)).toHaveLength(1);
    expect(await listWithheldLinks(db)).toEqual([]);
  });
});
