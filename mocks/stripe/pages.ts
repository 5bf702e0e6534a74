import { readFile } from "node:fs/promises";
import { html } from "#mocks/html.ts";
import {
  intents,
  type PaymentError,
  type PaymentIntent,
  type SessionRecord,
  sessions,
  type StripeDouble,
} from "./objects.ts";
import { page, pounds, stylesheet } from "./page.ts";
import { answerChallenge, type Card, isOpen, cardErrorOf, pay, payOnSession } from "./pay.ts";

/**
 * Answers browsers at paths under /mocks/stripe/ as Stripe does: with its script, its payment page
 * and 3D Secure. The URLs contain ids and secrets that only the customer's browser knows, as at
 * Stripe.
 */
export async function stripePage(double: StripeDouble, request: Request): Promise<Response> {
  const [what = "", id = ""] =
    new URL(request.url).pathname.split("/mocks/stripe/")[1]?.split("/") ?? [];
  const posted = request.method === "POST" ? new URLSearchParams(await request.text()) : null;
  switch (what) {
    case "script":
      return script();
    case "style":
      return new Response(stylesheet, { headers: { "content-type": "text/css; charset=utf-8" } });
    case "checkout":
      return posted ? payOnCheckout(double, id, posted) : showCheckout(double, id);
    case "challenge":
      return posted ? leaveChallenge(double, id, posted) : showChallenge(double, id);
    case "confirm":
      return posted ? confirm(double, posted) : notFound();
    case "intent":
      return retrieve(double, new URL(request.url).searchParams.get("client_secret") ?? "");
    default:
      return notFound();
  }
}

function notFound() {
  return page("Not found", html`<h1>Nothing here</h1>`, { status: 404 });
}

/**
 * Returns the script. Reads it from the working directory, because bundlers leave it out of the
 * build.
 */
async function script() {
  return new Response(await readFile("mocks/stripe/stripe.js", "utf8"), {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "access-control-allow-origin": "*",
    },
  });
}

function cardIn(form: URLSearchParams): Card {
  return {
    number: form.get("number") ?? "",
    expiry: form.get("expiry") ?? "",
    cvc: form.get("cvc") ?? "",
  };
}

// --- The payment page at Stripe ---

async function showCheckout(double: StripeDouble, id: string): Promise<Response> {
  const record = await double.state.get(sessions, id);
  if (!record) return notFound();
  const { session } = record;
  if (session.status === "complete") return redirectTo(successUrl(session));
  if (!isOpen(session))
    return page("Expired", html`<h1>This page has expired</h1>`, { status: 410 });
  const intent =
    session.payment_intent && (await double.state.get(intents, session.payment_intent));
  return checkoutPage(record, intent ? intent.last_payment_error : null);
}

async function payOnCheckout(double: StripeDouble, id: string, form: URLSearchParams) {
  const record = await double.state.get(sessions, id);
  if (!record || !isOpen(record.session)) return showCheckout(double, id);
  const card = cardIn(form);
  const mistake = cardErrorOf(card);
  if (mistake) return checkoutPage(record, mistake, 400);

  const return_url = `${double.pagesUrl}/mocks/stripe/checkout/${id}`;
  const intent = await payOnSession(double, { session_id: id, card, return_url });
  if (!intent) return showCheckout(double, id);
  if (intent.next_action) return redirectTo(intent.next_action.redirect_to_url.url);
  if (intent.last_payment_error) return checkoutPage(record, intent.last_payment_error, 402);
  return redirectTo(successUrl(record.session));
}

function successUrl({ success_url, id }: SessionRecord["session"]) {
  return success_url.replaceAll("{CHECKOUT_SESSION_ID}", id);
}

function checkoutPage({ session, name }: SessionRecord, error: PaymentError | null, status = 200) {
  const { amount_total, cancel_url, success_url } = session;
  const body = html`<h1>${name}</h1>
    <p class="amount">${pounds(amount_total)}</p>
    ${error && html`<p class="error" role="alert">${error.message}</p>`}
    <form method="post">
      <label
        >Card number <input name="number" inputmode="numeric" autocomplete="cc-number"
      /></label>
      <label
        >Expiry (MM/YY) <input name="expiry" inputmode="numeric" autocomplete="cc-exp"
      /></label>
      <label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" /></label>
      <button>Pay ${pounds(amount_total)}</button>
    </form>
    ${cancel_url && html`<p><a href="${cancel_url}">Back</a></p>`}`;
  return page(`Pay for ${name}`, body, { status, leadsTo: success_url });
}

// --- 3D Secure ---

async function showChallenge(double: StripeDouble, id: string): Promise<Response> {
  const intent = await double.state.get(intents, id);
  if (!intent?.next_action) return notFound();
  const body = html`<h1>Your bank asks: is it you?</h1>
    <p class="amount">${pounds(intent.amount)}</p>
    <form method="post">
      <button name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`;
  return page("3D Secure", body, { leadsTo: intent.next_action.redirect_to_url.return_url });
}

async function leaveChallenge(double: StripeDouble, id: string, form: URLSearchParams) {
  const before = await double.state.get(intents, id);
  if (!before?.next_action) return notFound();
  const intent = await answerChallenge(double, id, { passed: form.get("answer") === "complete" });
  return redirectTo(returnUrl(before.next_action.redirect_to_url.return_url, intent));
}

// --- Requests from the script ---

/** Answers `stripe.confirmPayment`. The browser sends the card here and never to our site. */
async function confirm(double: StripeDouble, form: URLSearchParams): Promise<Response> {
  const secret = form.get("client_secret") ?? "";
  const intent = await intentBySecret(double, secret);
  if (!intent) return json({ error: noSuchIntent }, 404);
  const card = cardIn(form);
  const mistake = cardErrorOf(card);
  if (mistake) return json({ error: mistake }, 400);
  const return_url = form.get("return_url") ?? "";
  if (!URL.canParse(return_url)) return json({ error: noReturnUrl }, 400);

  const paid = await pay(double, { intent_id: intent.id, card, return_url });
  if (paid.status === "canceled") {
    return json({ error: { ...notPayable, payment_intent: forBrowser(paid) } }, 400);
  }
  if (paid.last_payment_error) {
    return json({ error: { ...paid.last_payment_error, payment_intent: forBrowser(paid) } }, 402);
  }
  return json({
    payment_intent: forBrowser(paid),
    redirect: paid.next_action?.redirect_to_url.url ?? null,
    return_url: returnUrl(return_url, paid),
  });
}

async function retrieve(double: StripeDouble, secret: string): Promise<Response> {
  const intent = await intentBySecret(double, secret);
  return intent ? json({ payment_intent: forBrowser(intent) }) : json({ error: noSuchIntent }, 404);
}

async function intentBySecret(double: StripeDouble, secret: string) {
  const intent = await double.state.get(intents, secret.split("_secret_")[0] ?? "");
  return intent?.client_secret === secret ? intent : null;
}

const noSuchIntent = {
  type: "invalid_request_error",
  code: "resource_missing",
  message: "No such payment_intent",
};

const notPayable = {
  type: "invalid_request_error",
  code: "payment_intent_unexpected_state",
  message:
    "You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.",
};

const noReturnUrl = {
  type: "invalid_request_error",
  code: "url_invalid",
  message: "confirmParams.return_url must be a valid URL.",
};

/** Returns a payment without the fields that Stripe does not show to browsers. */
function forBrowser({ customer: _c, metadata: _m, receipt_email: _r, ...intent }: PaymentIntent) {
  return intent;
}

function returnUrl(url: string, { id, client_secret, status }: PaymentIntent) {
  const back = new URL(url);
  back.searchParams.set("payment_intent", id);
  back.searchParams.set("payment_intent_client_secret", client_secret);
  back.searchParams.set(
    "redirect_status",
    status === "requires_payment_method" ? "failed" : status,
  );
  return back.href;
}

function json(body: unknown, status = 200) {
  const headers = { "access-control-allow-origin": "*", "cache-control": "no-store" };
  return Response.json(body, { status, headers });
}

function redirectTo(url: string) {
  return new Response(null, { status: 303, headers: { location: url } });
}
