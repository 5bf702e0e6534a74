import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import type { Fault } from "#mocks/faults.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import {
  payOnStripesPage,
  type SeparateDoubles,
  startSeparateDoubles,
} from "#tests/support/separate-doubles.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { type Page, readText, valueOf, Visitor } from "#tests/support/http-visitor.ts";

/**
 * Lets the built service call Stripe, Postmark, Loqate and reCAPTCHA with every fault through the
 * real clients, without webhooks. Each fault gets a new process, so that circuit breakers are
 * closed until the last test, which opens one.
 */

const { db } = useTestDatabase();
const BLACK_HOLE = "http://localhost:9";

let doubles: SeparateDoubles;
let service: BuiltService;
let sale: string;

beforeAll(async () => {
  doubles = await startSeparateDoubles(BLACK_HOLE);
  service = new BuiltService(await freePort(), doubles.settings);
});

afterAll(async () => {
  await Promise.all([service.stop(), doubles.stop()]);
});

const aboutYou = {
  first_name: "Siân",
  last_name: "O'Hare",
  phone_country: "GB",
  phone_number: "07400 123456",
  "correspondence_address.query": "YO1 6EF",
  "correspondence_address.country_code": "GB",
};
const findAddress = { ...aboutYou, intent: "address.find:correspondence_address" };
const suggest = `${paths.addresses.search()}?query=YO1%206EF`;

const NOT_FOUND =
  "We couldn't find that address. Please check for any typos and try again. If you're sure the address is right, then before continuing, please contact our team at support@fanlight.example";

type Payer = Awaited<ReturnType<typeof sellerAtPayment>>;

let people: Record<"hostedPayer" | "cardPayer", Payer> & {
  payer: Payer & { back: string };
  typist: { cookie: string };
  customer: { email: string };
  newcomer: string;
};
let pages: Record<
  "signUp" | "signIn" | "finder" | "suggestions" | "hosted" | "intent" | "back",
  Page
>;

/**
 * `npm test` runs only two faults. tests/clients/faults.test.ts checks the errors of every vendor.
 */
const ways = (["slow", "nonsense", "down", "reset"] as const).slice(0, sampleSize(2, 4));

describe.each(ways)("Stripe, Postmark, Loqate and reCAPTCHA with the fault %s", (fault) => {
  beforeAll(async () => {
    await service.start();
    const [payer, hostedPayer, cardPayer, typist, customer] = await Promise.all([
      payerOnTheWayBack(),
      sellerAtPayment(db),
      sellerAtPayment(db),
      signIn(db),
      signIn(db),
      // The first visits to a new process are slow even without faults.
      visitor().get(paths.getStarted("sell")),
      visitor().get(paths.signIn()),
    ]);
    sale = await startDraft(db, "sell", typist.id);
    people = { payer, hostedPayer, cardPayer, typist, customer, newcomer: stranger() };
    await makeAll(fault);
    const [up, into, finder, suggestions, hosted, intent, back] = await Promise.all([
      signUp(people.newcomer),
      askToSignIn(customer.email, { recaptcha_token: "pass:sign_in" }),
      visitor(typist.cookie).post(paths.sell.aboutYou({ sale }), findAddress),
      visitor(typist.cookie).get(suggest),
      payOnHostedPage(hostedPayer),
      askForIntent(cardPayer),
      visitor(payer.cookie).get(payer.back),
    ]);
    pages = { signUp: up, signIn: into, finder, suggestions, hosted, intent, back };
  });

  afterAll(async () => {
    await makeAll("none");
    await service.stop();
  });

  test("every page has a body and the process keeps running during vendor faults (A-044)", () => {
    for (const [name, page] of Object.entries(pages)) expect(page.html, name).not.toBe("");
    expect(service.isRunning).toBe(true);
  });

  test("the sign-up page shows an error and keeps the typed values during vendor faults (B-050)", () => {
    expect(pages.signUp.status).toBe(503);
    expect(readText(pages.signUp)).toContain("Failed to sign up. Please try again later.");
    expect(valueOf(pages.signUp, "first_name")).toBe("Siân");
    expect(valueOf(pages.signUp, "last_name")).toBe("O'Hare");
    expect(valueOf(pages.signUp, "email")).toBe(people.newcomer);
  });

  test("the sign-in page shows an error and keeps the typed email during vendor faults, even if reCAPTCHA fails too (B-061)", () => {
    expect(pages.signIn.status).toBe(503);
    expect(readText(pages.signIn)).toContain("Failed to sign in. Please try again later.");
    expect(valueOf(pages.signIn, "email")).toBe(people.customer.email);
  });

  test("the address finder reports an error and keeps the typed values during vendor faults (C-080, WF-25.7)", () => {
    expect(pages.finder.status).toBe(200);
    expect(readText(pages.finder)).toContain(NOT_FOUND);
    expect(valueOf(pages.finder, "last_name")).toBe("O'Hare");
    expect(valueOf(pages.finder, "correspondence_address.query")).toBe("YO1 6EF");
    expect(pages.suggestions.status).toBe(502);
    expect(pages.suggestions.html).toContain("Server error. Please try again later.");
  });

  test("an address can be typed in by hand during vendor faults (C-080, WF-25.7)", async () => {
    const typist = visitor(people.typist.cookie);
    const manual = { ...aboutYou, intent: "address.manual:correspondence_address" };
    const page = await typist.post(paths.sell.aboutYou({ sale }), manual);
    expect(page.status).toBe(200);
    expect(page.html).toContain('name="correspondence_address.line_1"');
    const saved = await typist.post(paths.sell.aboutYou({ sale }), {
      ...aboutYou,
      "correspondence_address.line_1": "4 Castle Lane",
      "correspondence_address.post_town": "York",
      "correspondence_address.postcode": "YO1 7HZ",
    });
    expect(saved).toMatchObject({
      status: 303,
      location: paths.sell.aboutTheProperty({ sale }),
    });
  });

  test("the payment page reports that the payment form failed to load during vendor faults, and the order stays unpaid (E-014, E-016)", async () => {
    expect(pages.hosted.status).toBe(500);
    expect(readText(pages.hosted)).toContain(
      "Payment form failed to load Please refresh the page and try again.",
    );
    expect(pages.intent.status).toBe(500);
    expect(pages.intent.html).toContain("An unexpected error occurred.");
    expect(await findOrder(people.hostedPayer)).toMatchObject({ paid_at: null, review: null });
  });

  test("a customer who has paid is asked to wait and not to pay again during vendor faults (E-022)", async () => {
    expect(pages.back.status).toBe(200);
    expect(readText(pages.back)).toContain("We’re confirming your payment");
    expect(readText(pages.back)).toContain("do not pay again");
    expect(await findOrder(people.payer)).toMatchObject({ paid_at: null, review: null });
  });

  test("people can sign in while only reCAPTCHA has a fault (B-056, B-059)", async () => {
    await makeAll("none");
    await doubles.setFault("recaptcha", fault);
    const { email } = await signIn(db);
    const page = await askToSignIn(email, { recaptcha_token: "pass:sign_in" });
    expect(page).toMatchObject({ status: 303, location: `${paths.signIn()}?sent=true` });
    expect(await doubles.emailsTo(email)).toEqual(["magic_link_sign_in"]);
  });

  test("the requests that failed during vendor faults succeed once the vendors have recovered", async () => {
    await makeAll("none");
    const { payer, hostedPayer, cardPayer, typist, customer, newcomer } = people;
    const [up, into, found, hosted, intent, back] = await Promise.all([
      signUp(newcomer),
      askToSignIn(customer.email),
      visitor(typist.cookie).get(suggest),
      payOnHostedPage(hostedPayer),
      askForIntent(cardPayer),
      followBack(payer),
    ]);
    expect(up).toMatchObject({ status: 303, location: `${paths.getStarted("sell")}?sent=true` });
    expect(into).toMatchObject({ status: 303, location: `${paths.signIn()}?sent=true` });
    expect(await doubles.emailsTo(newcomer)).toContain("magic_link_sign_up");
    expect(await doubles.emailsTo(customer.email)).toContain("magic_link_sign_in");
    expect(found.html).toContain("Bishophill");
    expect(hosted.location).toContain(doubles.toUrl("stripe"));
    expect(JSON.parse(intent.html)).toMatchObject({ totalAmount: 24_000 });
    expect(readText(back)).toContain("Payment succeeded!");
    expect(await findOrder(payer)).toMatchObject({ status: "succeeded", review: null });
  });

  test("a vendor is not called again after five failed calls, even if it has just recovered (A-044)", async () => {
    const { cookie } = await signIn(db);
    await doubles.setFault("loqate", "down");
    const ask = (term: number | string) => visitor(cookie).get(`${suggest}%20${term}`);
    const failures = await Promise.all([1, 2, 3, 4, 5].map(ask));
    expect(failures.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502]);
    await doubles.setFault("loqate", "none");
    const asked = await doubles.asked("loqate");
    expect(await ask("more")).toMatchObject({ status: 502 });
    expect(await doubles.asked("loqate")).toBe(asked);
  });
});

/** Opens the page that Stripe returns to, and follows its redirect to the payment’s result. */
async function followBack({ cookie, back }: { cookie: string; back: string }) {
  const payer = visitor(cookie);
  const first = await payer.get(back);
  return first.location ? payer.get(first.location) : first;
}

async function makeAll(fault: Fault) {
  await Promise.all(
    (["stripe", "postmark", "loqate", "recaptcha"] as const).map((vendor) =>
      doubles.setFault(vendor, fault),
    ),
  );
}

function visitor(cookie?: string) {
  return new Visitor(service.base, cookie);
}

function signUp(email: string) {
  const { first_name, last_name, phone_country, phone_number } = aboutYou;
  const typed = { first_name, last_name, phone_country, phone_number, email };
  return visitor().post(paths.getStarted("sell"), { form_key: agedKey("sign-up"), ...typed });
}

function askToSignIn(email: string, signals: { recaptcha_token?: string } = {}) {
  return visitor().post(paths.signIn(), { email, form_key: agedKey("sign-in"), ...signals });
}

function stranger() {
  return `${crypto.randomUUID()}@customers.test`;
}

function payOnHostedPage({ sale, cookie }: Payer) {
  const { transaction_id } = sale;
  return visitor(cookie).post(paths.sell.payment({ sale: transaction_id }), {
    intent: "hosted",
    transaction_id,
  });
}

function askForIntent({ sale, cookie }: Payer) {
  const { transaction_id } = sale;
  return visitor(cookie).post(paths.sell.paymentIntent({ sale: transaction_id }), {
    transaction_id,
  });
}

async function payerOnTheWayBack() {
  const payer = await sellerAtPayment(db);
  const page = await payOnHostedPage(payer);
  const { pathname, search } = new URL(await payOnStripesPage(page.location ?? ""));
  return { ...payer, back: pathname + search };
}

function findOrder({ sale }: Payer) {
  return db
    .selectFrom("orders")
    .select(["paid_at", "review", "stripe_transaction_status as status"])
    .where("transaction_id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
}
