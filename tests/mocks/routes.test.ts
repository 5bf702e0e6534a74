import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { orderSearches, orderUrl } from "#app/clients/one-search/client.server.ts";
import { sendEmail } from "#app/clients/postmark/client.server.ts";
import { orderCheck } from "#app/clients/thirdfort/client.server.ts";
import * as console from "#app/routes/mocks/console.tsx";
import * as emailBody from "#app/routes/mocks/email-body.ts";
import * as email from "#app/routes/mocks/email.tsx";
import * as postBox from "#app/routes/mocks/post-box.tsx";
import * as hubspot from "#app/routes/mocks/hubspot-pages.ts";
import * as oneSearch from "#app/routes/mocks/one-search.tsx";
import * as recaptcha from "#app/routes/mocks/recaptcha-script.ts";
import * as stripePages from "#app/routes/mocks/stripe-pages.ts";
import * as thirdfort from "#app/routes/mocks/thirdfort.tsx";
import * as stripe from "#app/routes/mocks/stripe.tsx";
import * as write from "#app/routes/mocks/write.tsx";
import { readFault } from "#mocks/faults.ts";
import { SENDERS } from "#mocks/postmark-inbound.ts";
import { running, setRunning } from "#mocks/running-doubles.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";

useTestDatabase();
const doubles = useDoubles();

const to = (path: string, form?: Record<string, string>) => ({
  request: new Request(
    `http://localhost:3000${path}`,
    form && { method: "POST", body: new URLSearchParams(form) },
  ),
  params: {},
  context: {},
});

test.each<[string, () => unknown]>([
  ["the console", () => console.loader()],
  ["the console’s form", () => console.action(to("/mocks", { vendor: "stripe", fault: "down" }))],
  ["the post-box", () => postBox.loader(to("/mocks/post-box"))],
  ["an email", () => email.loader(to("/mocks/post-box/1"))],
  ["the body of an email", () => emailBody.loader(to("/mocks/post-box/1/html"))],
  ["an email to us", () => write.loader(to("/mocks/post-box/write"))],
  [
    "the form to email us",
    () => write.action(to("/mocks/post-box/write", { from: "a@example.com" })),
  ],
  ["the payments", () => stripe.loader()],
  [
    "the payments form",
    () => stripe.action(to("/mocks/stripe", { id: "pi_1", intent: "succeed" })),
  ],
  ["the checks", () => thirdfort.loader(to("/mocks/thirdfort"))],
  ["the checks form", () => thirdfort.action(to("/mocks/thirdfort", { id: "t1" }))],
  ["the searches", () => oneSearch.loader(to("/mocks/one-search"))],
  ["the searches form", () => oneSearch.action(to("/mocks/one-search", { reference: "OS1" }))],
  ["Stripe's pages", () => stripePages.loader(to("/mocks/stripe/script"))],
  ["Stripe's forms", () => stripePages.action(to("/mocks/stripe/confirm", {}))],
  ["reCAPTCHA's script", () => recaptcha.loader()],
  ["HubSpot's script", () => hubspot.loader(to("/mocks/hubspot/script"))],
])("a route of the doubles answers 404 while the doubles are off: %s", async (_name, visit) => {
  const now = running();
  setRunning(null);
  const answer = async () => await visit();
  await expect(answer().finally(() => setRunning(now))).rejects.toMatchObject({
    init: { status: 404 },
  });
});

test("the post-box filters emails by recipient", async () => {
  const letter = { subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  await sendEmail({ ...letter, to: "Alex <alex@example.com>" });
  await sendEmail({ ...letter, to: "bea@example.com" });
  expect((await postBox.loader(to("/mocks/post-box"))).emails).toHaveLength(2);
  const { emails } = await postBox.loader(to("/mocks/post-box?to=ALEX@"));
  expect(emails.map((found) => found.to)).toEqual(["Alex <alex@example.com>"]);
});

test("the post-box shows an email in a sandbox without scripts or our origin, and its links open outside the frame", async () => {
  const html = '<html><head></head><body><a target="_blank" href="/x">x</a></body></html>';
  const id = await sendEmail({ to: "alex@example.com", subject: "Hello", html, text: "Hello" });
  const page = await emailBody.loader({ ...to(`/mocks/post-box/${id}/html`), params: { id } });
  const policy = page.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; .*sandbox /);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  expect(await page.text()).toBe(
    '<html><head><base target="_top"></head><body><a target="_top" href="/x">x</a></body></html>',
  );
});

test("the doubles’ console sets a vendor’s fault", async () => {
  const answer = await console.action(to("/mocks", { vendor: "loqate", fault: "slow" }));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/mocks"]);
  expect(await readFault(doubles.state, "loqate")).toBe("slow");
});

test("the form to email us is prefilled with the sender, recipient and subject of a reply to the chosen email (AMB-T01)", async () => {
  const reply_to = `matters+${"a".repeat(24)}@inbound.fanlight.example`;
  const letter = { subject: "Hello", html: "<p>Hello</p>", text: "Hello", reply_to };
  const id = await sendEmail({ ...letter, to: "Alex <alex@example.com>" });
  expect(await write.loader(to(`/mocks/post-box/write?answer=${id}`))).toEqual({
    answers: id,
    from: "alex@example.com",
    to: reply_to,
    subject: "Re: Hello",
    senders: Object.entries(SENDERS),
  });
  const none = write.loader(to("/mocks/post-box/write?answer=nobody"));
  await expect(none).rejects.toMatchObject({ init: { status: 404 } });
});

test("the searches page of OneSearch’s double shows only the order in its URL, and can complete it (O-019)", async () => {
  const place = (building_number: string) =>
    orderSearches({
      id: randomBytes(12).toString("hex"),
      ordered_on: "2026-11-22",
      is_reorder: false,
      products: ["LLC1CON29", "ENVRES"],
      address: {
        sub_building_name: null,
        building_name: null,
        building_number,
        street: "Arch Street",
        post_town: "York",
        county: null,
        postcode: null,
      },
    });
  const [placed] = [await place("12"), await place("14")];
  const { reference } = placed.state === "accepted" ? placed : { reference: "" };
  const path = new URL(orderUrl(reference)).pathname;
  const at = (form?: Record<string, string>) => ({ ...to(path, form), params: { reference } });
  expect(path).toBe(`/mocks/one-search/orders/${reference}`);
  const shown = async () => (await oneSearch.loader(at())).data;
  expect(await shown()).toMatchObject({
    reference,
    orders: [
      {
        address: "12 Arch Street, York",
        searches: ["Local: in progress", "Environmental: in progress"],
        is_open: true,
      },
    ],
  });
  const answer = await oneSearch.action(at({ reference, intent: "Complete" }));
  expect(answer.headers.get("location")).toBe(path);
  expect((await shown()).orders).toMatchObject([
    { searches: ["Local: complete", "Environmental: complete"], is_open: false },
  ]);
});

test("the searches page answers 404 for an order from the demonstration data, which OneSearch’s double does not know", async () => {
  const unknown = await oneSearch.loader({
    ...to("/mocks/one-search/orders/OS1"),
    params: { reference: "OS1" },
  });
  expect([unknown.init?.status, unknown.data.orders]).toEqual([404, []]);
});

test("the page of Thirdfort’s double links an ordered identity check to its matter, but not an identity check from the demonstration data", async () => {
  const ref = "a".repeat(24);
  const { thirdfort_id } = await orderCheck({
    ref,
    name: "Sale of 1 Arch Street",
    actor: { name: "Ada Byron", phone: "+447400123456", email: "ada@example.test" },
    person_type: "seller",
    recipients: [],
    order_key: "key-1",
  });
  const matterOf = async (id: string) => {
    const { checks } = await thirdfort.loader({ ...to(`/mocks/thirdfort/${id}`), params: { id } });
    return checks.map(({ matter }) => matter);
  };
  expect(await matterOf(thirdfort_id)).toEqual([`/admin/transactions/${ref}/thirdfort`]);
  expect(await matterOf(`d1${"0".repeat(18)}`)).toEqual([null]);
});
