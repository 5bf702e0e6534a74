import { readFile } from "node:fs/promises";
import { JSDOM } from "jsdom";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import contactButton from "#app/routes/site/contact-button.js?url";
import { ContactForm } from "#app/routes/site/contact-form.tsx";
import { respondToContact } from "#app/routes/site/contact.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import { attribute, byId, render, tags, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const good = (message = "How long does it take?") => ({
  full_name: "Ada Byron",
  email: "ada@example.test",
  mobile_number: "07400 123456",
  message,
  referrer: "A friend",
  website: "",
});

const another = () => good(`How long does it take? ${crypto.randomUUID()}`);

const send = (fields: Record<string, string>) =>
  post(({ request }) => respondToContact(request), fields, { path: "/?index" });

const stored = () => db.selectFrom("contact_requests").selectAll().execute();
const emails = () => db.selectFrom("email_log").select(["name", "recipient", "props"]).execute();

describe("submitting the contact form (G-012 G-035)", () => {
  test("a contact message is stored, emailed to the team and confirmed on the page (G-036 AMB-G05)", async () => {
    const answer = await send(good());
    expect(answer).toMatchObject({ status: 303, location: "/?contact=sent#contact" });
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      full_name: "Ada Byron",
      email: "ada@example.test",
      mobile_number: "+447400123456",
      message: "How long does it take?",
      referrer: "A friend",
    });
    expect(await emails()).toEqual([
      {
        name: "contact_request",
        recipient: "team@fanlight.example",
        props: { contact_request_id: row?.id },
      },
    ]);
    const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test("an invalid contact message answers 400 with the errors and the typed values (G-029 G-031 G-032 G-033)", async () => {
    const answer = await send({ ...good(), full_name: "A", email: "ada", referrer: "" });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({
      full_name: ["Full name is required"],
      email: ["Invalid email address. It should look like name@example.com"],
      referrer: ["Referrer is required. Tell us how you heard about us"],
    });
    expect(shownValues(answer)).toMatchObject({ email: "ada", message: "How long does it take?" });
    expect(await stored()).toEqual([]);
  });

  test("a double submit of the contact form stores one message (AMB-G05)", async () => {
    const form = good();
    const answers = await Promise.all([send(form), send(form)]);
    expect(answers.map(({ location }) => location)).toEqual(
      Array(2).fill("/?contact=sent#contact"),
    );
    expect(await stored()).toHaveLength(1);
    expect(await emails()).toHaveLength(1);
  });

  test("a person can send two different contact messages (AMB-G05)", async () => {
    await send(good());
    expect((await send(good("And what does it cost?"))).status).toBe(303);
    expect(await stored()).toHaveLength(2);
  });

  test("the same contact message after a day is stored again (AMB-G05)", async () => {
    await send(good());
    await sql`update form_submissions set created_at = now() - interval '25 hours'`.execute(db);
    await send(good());
    expect(await stored()).toHaveLength(2);
    expect(await emails()).toHaveLength(2);
  });

  test("a contact message with the honeypot field filled in is confirmed but not stored (AMB-G05)", async () => {
    const answer = await send({ ...good(), website: "https://spam.example" });
    expect(answer).toMatchObject({ status: 303, location: "/?contact=sent#contact" });
    expect(await stored()).toEqual([]);
    expect(await emails()).toEqual([]);
  });

  test("the sixth contact message from one network in an hour answers 429 (AMB-G05)", async () => {
    for (let sent = 1; sent <= 5; sent++) expect((await send(another())).status).toBe(303);
    const answer = await send(good());
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    expect(listErrors(answer)[""]).toEqual([
      "Too many requests. Please wait a moment and try again.",
    ]);
    expect(shownValues(answer)).toMatchObject({ message: "How long does it take?" });
    expect(await stored()).toHaveLength(5);
  });

  test("contact messages are accepted again an hour after the limit was reached (AMB-G05)", async () => {
    for (let sent = 1; sent <= 5; sent++) await send(another());
    await ageRateLimits(db, 3_590);
    expect((await send(good())).status).toBe(429);
    await ageRateLimits(db, 10);
    expect((await send(good())).status).toBe(303);
  });

  test("repeated submits of one contact form do not count against the limit (AMB-G05)", async () => {
    const form = good();
    for (let copy = 1; copy <= 10; copy++) expect((await send(form)).status).toBe(303);
    for (let sent = 2; sent <= 5; sent++) expect((await send(another())).status).toBe(303);
    expect((await send(another())).status).toBe(429);
    // A repeated submit of an accepted form gets the same response.
    expect((await send(form)).status).toBe(303);
  });

  test("invalid contact messages do not count against the limit (AMB-G05)", async () => {
    for (let wrong = 1; wrong <= 6; wrong++) await send({ ...good(), email: "" });
    expect((await send(good())).status).toBe(303);
  });

  test("a contact message that cannot be saved keeps the values, and the page shows the support address (AMB-G05 V-011)", async () => {
    const mend = await breakWrites(db, "contact_requests");
    const form = good();
    const answer = await send(form);
    await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)).toEqual({
      "": ["There was an error. Please contact support at support@fanlight.example"],
    });
    expect(shownValues(answer)).toMatchObject({ full_name: "Ada Byron", referrer: "A friend" });
    expect(await emails()).toEqual([]);
    // The failed submit did not count against the limit.
    expect((await send(form)).status).toBe(303);
  });
});

describe("the rendered contact form", () => {
  test("the contact form’s button is enabled if scripts are disabled (G-034 AMB-G04)", async () => {
    const html = await render(<ContactForm sent={false} lastResult={undefined} />);
    const buttons = tags(html, "button");
    expect(visibleText(html)).toContain("Send message");
    expect(buttons.filter((tag) => /\s(aria-)?disabled/.test(tag))).toEqual([]);
    expect(html).not.toMatch(/\s(required|placeholder|maxlength|style)[=\s>]/);
    expect(tags(html, "script").map((tag) => attribute(tag, "src"))).toEqual([contactButton]);
  });

  describe("the contact form’s script", () => {
    const typedIn = {
      full_name: "Ada Byron",
      email: "ada@x",
      message: "Hello",
      referrer: "A friend",
    };

    async function open() {
      const html = await render(<ContactForm sent={false} lastResult={undefined} />);
      const { window } = new JSDOM(`<body>${html}</body>`, { runScripts: "outside-only" });
      window.eval(await readFile("app/routes/site/contact-button.js", "utf8"));
      const form = window.document.forms[0]!;
      const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
      const type = (name: string, text: string) => {
        field(name).value = text;
        field(name).dispatchEvent(new window.Event("input", { bubbles: true }));
      };
      const leave = (name: string) =>
        field(name).dispatchEvent(new window.FocusEvent("focusout", { bubbles: true }));
      const button = form.querySelector(".submit-row button")!;
      const press = () =>
        button.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true }));
      const described = (element: Element) =>
        (element.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => window.document.getElementById(id)?.textContent)
          .join(" ");
      return { window, field, type, leave, press, button, described };
    }

    test("the contact form’s script lists missing fields next to the button, which stays focusable (AX-1, G-034)", async () => {
      const { type, button, described } = await open();
      expect(described(button)).toContain("fill in everything");
      for (const [name, text] of Object.entries(typedIn)) type(name, text);
      expect(described(button)).toBe("Still needed: Email address");
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect(button.hasAttribute("disabled")).toBe(false);
      type("email", "ada@example.com");
      expect(described(button)).toBe("");
      expect(button.getAttribute("aria-disabled")).toBe("false");
    });

    test("the contact form’s script shows an error when the visitor leaves an invalid field, until it is corrected (AX-1)", async () => {
      const { field, type, leave, described } = await open();
      type("email", "ada@x");
      expect(described(field("email"))).toBe("");
      leave("email");
      const error = "Error: Invalid email address. It should look like name@example.com";
      expect(described(field("email"))).toBe(error);
      expect(field("email").getAttribute("aria-invalid")).toBe("true");
      type("email", "ada@example.com");
      expect(described(field("email"))).toBe("");
      expect(field("email").getAttribute("aria-invalid")).toBe("false");
    });

    test("the contact form’s script prevents submitting invalid fields, and focuses the first one (AX-1)", async () => {
      const { window, field, type, press, described } = await open();
      type("full_name", "Ada Byron");
      expect(press()).toBe(false);
      expect(window.document.activeElement).toBe(field("email"));
      expect(described(field("message"))).toBe("Error: Message is required");
      expect(described(field("mobile_number"))).not.toContain("Error");
      for (const [name, text] of Object.entries(typedIn)) type(name, text);
      expect(press()).toBe(false);
      expect(described(field("email"))).toContain("Error: Invalid email address");
    });
  });

  test("the contact form posts to the landing page, and scrolls to the form (G-012)", async () => {
    const html = await render(<ContactForm sent={false} lastResult={undefined} />);
    expect(attribute(tags(html, "form")[0], "action")).toBe("/?index#contact");
    const names = [...tags(html, "input"), ...tags(html, "textarea")].map((tag) =>
      attribute(tag, "name"),
    );
    expect(names).toEqual([
      "full_name",
      "email",
      "mobile_number",
      "referrer",
      "website",
      "message",
    ]);
    expect(visibleText(html)).toContain("How did you hear about us?");
  });

  test("the contact form shows the same errors above the form and next to the fields (AMB-G05)", async () => {
    const answer = await send({ ...good(), full_name: "", message: "" });
    const initialValue = { referrer: "A friend" };
    const lastResult = { status: "error", error: listErrors(answer), initialValue } as const;
    const html = await render(<ContactForm sent={false} lastResult={lastResult} />);
    const summary = html.slice(0, html.indexOf("<form"));
    expect(visibleText(summary)).toBe(
      "There is a problem Full name is required Message is required",
    );
    expect(byId(html, "contact-us-full_name-error")).toBeDefined();
    expect(html).toContain("A friend");
  });

  test("the contact form says that the message has been sent, and has a link to send another (G-013)", async () => {
    const html = await render(<ContactForm sent lastResult={undefined} />);
    expect(visibleText(html)).toContain(
      "Your message has been sent! We will get back to you within 24 hours.",
    );
    expect(tags(html, "form")).toEqual([]);
    expect(attribute(tags(html, "a")[0], "href")).toBe("/#contact");
  });
});
