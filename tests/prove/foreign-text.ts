import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { z } from "zod";
import { deviceText } from "#app/auth/seen.server.ts";
import { safePath } from "#app/auth/guards.server.ts";
import { readAutomatic } from "#app/clients/automatic-emails.ts";
import { sanitiseEmailHtml } from "#app/clients/email-html.server.ts";
import { fileType } from "#app/clients/file-types.ts";
import { isOneSearch, readPush } from "#app/clients/one-search-push.server.ts";
import { readPdf } from "#app/clients/pdf.ts";
import { readPisces } from "#app/clients/pisces.ts";
import { plainText as textOfHtml } from "#app/clients/plain-text.ts";
import { isPostmark, readInboundEmail } from "#app/clients/postmark-inbound.server.ts";
import { readSenderChecks } from "#app/clients/postmark-sender.ts";
import { toFrame } from "#app/clients/sentry.server.ts";
import { isFreshSignature, readWebhook } from "#app/clients/stripe.server.ts";
import { isWellFormedSignature, readThirdfortWebhook } from "#app/clients/thirdfort.server.ts";
import { flashCookie } from "#app/cookies.server.ts";
import { writeCalendar } from "#app/domain/calendar/ics.ts";
import * as addresses from "#app/domain/fields/address.server.ts";
import { numberKept } from "#app/domain/fields/address.ts";
import { dateInput, isoTimestamp } from "#app/domain/fields/dates.server.ts";
import * as rules from "#app/domain/fields/form-rules.server.ts";
import { comment, staffComment } from "#app/domain/fields/free-text.server.ts";
import { addressWithoutLinks } from "#app/domain/fields/link-like.ts";
import { emailAddress, ownNames } from "#app/domain/fields/names.server.ts";
import { optionalMobileNumber, phoneNumber } from "#app/domain/fields/phone.server.ts";
import { formatPhone, phoneForCheck, phoneShown } from "#app/domain/fields/phone.ts";
import { formatPostcode, outsideEnglandAndWales } from "#app/domain/fields/postcode.ts";
import { idsIn, postcodesIn } from "#app/domain/inbound-emails/match-emails.server.ts";
import { mentionsBankDetails } from "#app/domain/inbound-emails/warnings.ts";
import { plainText, searchDocument } from "#app/domain/reports/documents.ts";
import { findByRules } from "#app/domain/reports/find-by-rules.ts";
import { answerIn } from "#app/domain/reports/form-questions.ts";
import { readCookieChoice } from "#app/edge/cookie-choice.server.ts";
import { findKeptPage } from "#app/edge/kept-pages.server.ts";
import { answerWith } from "#app/edge/kept.server.ts";
import { findRefusal, normaliseTarget } from "#app/edge/request-check.server.ts";
import { streetOf } from "#app/emails/street.ts";
import { readFormKey } from "#app/forms/form-key.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { clientIp } from "#app/limits/limits.server.ts";
import { loggedPath, redact } from "#app/observability/redact.ts";
import { filters, loadMore, readListQuery } from "#app/routes/admin/kit/list.server.ts";
import { withThousands } from "#app/ui/forms/currency-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { plainName } from "#app/zip.server.ts";
import { textFromStripe, textFromThirdfort } from "#tests/routes/webhooks/messages.ts";
import { push } from "#tests/support/searches.ts";

/** A function that reads what others write. */
type Parser = {
  name: string;
  read: (text: string) => unknown;
  /** What its own patterns look for, to be repeated like the other shapes. */
  looksFor?: readonly string[];
  /** The most CPU for one text, in milliseconds, where that is no request that anyone can send. */
  most?: number;
};

/** A rule of a form: one field with the text. */
const field = (name: string, schema: z.ZodType): Parser => ({
  name: `field: ${name}`,
  read: (text) => parseForm(formOf({ field: text }), z.object({ field: schema })),
});

/** The head of a request that has the text in one place. */
const head = (name: string, read: (request: IncomingMessage) => unknown, header = "url") => ({
  name: `request: ${name}`,
  read: (text: string) => read(requestWith(header, text)),
});

const cookie = (name: string, read: (request: Request) => unknown): Parser => ({
  name: `cookie: ${name}`,
  read: (text) => read(remixRequest("Cookie", `${flashCookie.name}=${text}`)),
  looksFor: ["a=b; ", "=", "%22", "flash=a; ", "eyJ"],
});

const email = (
  name: string,
  message: (text: string) => object,
  more?: Partial<Parser>,
): Parser => ({
  name: `email: ${name}`,
  read: (text) => readInboundEmail(new Response(JSON.stringify(message(text))).body),
  ...more,
});

const HTML = [
  "<p>",
  "<div><p>",
  "<td>",
  "<b></i>",
  "<a href='https://a.example'>",
  "<script>",
  "<!--",
];
const BANK = [
  "bank details ",
  "new bank ",
  "pay the ",
  "account no 1",
  "pay this account ",
  "12-34-56 ",
  "GB33 ",
];
const FORM = [
  "planning permission ",
  "foul water ",
  "ignore the ",
  "answer with ",
  "not recorded ",
  "listed building? No ",
  "1.1 (a) ",
  "no it ",
  "Yes. ",
  "3.2 Radon: ",
];

/** Every function that reads what others write, before or after a request is judged. */
export const PARSERS: readonly Parser[] = [
  {
    name: "log: text",
    read: (text) => redact(text),
    looksFor: ["pi_a_secret_", "?token=", "A1 1A"],
  },
  { name: "log: path", read: (text) => loggedPath(`/${text}`), looksFor: ["leads/", "calendar/"] },
  { name: "log: line of a stack", read: (text) => toFrame(`at ${text}`), looksFor: [" ("] },
  head("target", normaliseTarget),
  head("path", findRefusal),
  head("page from memory", findKeptPage, "cookie"),
  head("host", findRefusal, "host"),
  head("origin", findRefusal, "origin"),
  head("language", keptAnswer, "accept-language"),
  head("encoding", keptAnswer, "accept-encoding"),
  head("ETag", keptAnswer, "if-none-match"),
  { name: "request: network", read: (text) => clientIp(remixRequest("X-Forwarded-For", text)) },
  { name: "request: browser", read: deviceText, looksFor: ["Chrome/ ", "Mac OS X "] },
  { name: "request: redirectTo", read: (text) => safePath(`/${text}`), looksFor: ["../", "/./"] },
  { name: "request: query", read: (text) => listQuery(text), looksFor: ["q=a&", "size=1&"] },
  { name: "request: searched for", read: (text) => listQuery(`q=${encodeURIComponent(text)}`) },
  cookie("choice", readCookieChoice),
  cookie("flash", (request) => flashCookie.parse(request.headers.get("Cookie"))),
  {
    name: "form: name of a field",
    read: (text) => parseForm(formOf({ [text]: "" }), z.object({})),
  },
  { name: "form: intent", read: (text) => parseForm(formOf({ intent: text }), z.object({})) },
  { name: "form: key", read: (text) => readFormKey("sell", text) },
  field("email", emailAddress()),
  field("name", ownNames().first_name),
  field("comment", comment()),
  field("comment of staff", staffComment()),
  field("postcode", addresses.ukPostcode()),
  field("phone", phoneNumber("Missing")),
  field("mobile", optionalMobileNumber()),
  field("price", rules.housePrice("Price")),
  field("amount of a giftor", rules.giftorAmount()),
  field("price of a lead", rules.leadPrice()),
  field("id", rules.objectId()),
  field("answer", rules.answer()),
  field("timestamp", isoTimestamp()),
  {
    name: "field: date",
    read: (text) => dateInput().safeParse(everywhere(["day", "month", "year"], text)),
  },
  { name: "field: address", read: (text) => addresses.personAddress.safeParse(address(text)) },
  {
    name: "field: address of a property",
    read: (text) => addresses.propertyAddress.safeParse(address(text)),
  },
  { name: "shown: thousands", read: withThousands },
  {
    name: "shown: phone",
    read: (text) => [formatPhone(text), phoneShown(text), phoneForCheck(text)],
  },
  {
    name: "shown: postcode",
    read: (text) => [formatPostcode("FR", text), outsideEnglandAndWales(text)],
  },
  { name: "shown: address", read: numberKept, looksFor: ["1a"] },
  { name: "shown: street", read: streetOf, looksFor: [", a", ", LS1 1AA"] },
  {
    name: "shown: address without links",
    read: (text) => addressWithoutLinks({ line_1: text }),
    looksFor: ["st."],
  },
  { name: "shown: text with an email address", read: (text) => LinkedText({ children: text }) },
  { name: "shown: name of a file", read: (text) => plainName(text, ".pdf") },
  { name: "calendar", read: (text) => writeCalendar(text, text, []) },
  { name: "email: password", read: (text) => isPostmark(`Basic ${text}`) },
  email("sender", (text) => ({ MessageID: "1", From: text, FromName: text, Subject: text })),
  email("file", (text) => ({
    MessageID: "1",
    From: "",
    Attachments: [{ Name: text, ContentID: text, Content: text }],
  })),
  email("text", (text) => ({ MessageID: "1", From: "", TextBody: text })),
  email("HTML", (text) => ({ MessageID: "1", From: "", HtmlBody: text }), {
    looksFor: HTML,
    most: 1_000,
  }),
  email("headers", (text) => ({ MessageID: "1", From: "", Headers: headersOf(text) }), {
    looksFor: ["<a@", " by a."],
    most: 250,
  }),
  { name: "email: text of HTML", read: textOfHtml, looksFor: [...HTML, "<a href = "] },
  { name: "email: harmless HTML", read: sanitiseEmailHtml, looksFor: HTML, most: 1_000 },
  {
    name: "email: automatic",
    read: (text) => readAutomatic(headersOf(text), text),
    looksFor: ["multipart/report ", 'report-type="'],
  },
  {
    name: "email: checks",
    read: (text) => readSenderChecks(headersOf(text)),
    looksFor: [" by a", "dmarc=", "SPF_"],
  },
  { name: "email: bank details", read: mentionsBankDetails, looksFor: BANK },
  { name: "email: ids", read: idsIn, looksFor: ["a1"] },
  {
    name: "email: postcodes",
    read: (text) => postcodesIn(emailOf(text)),
    looksFor: ["LS1 1AA ", "a1 "],
  },
  {
    name: "webhook: signature of Stripe",
    read: (text) => isFreshSignature(text),
    looksFor: ["t=1,", "v1=,"],
  },
  {
    name: "webhook: body of Stripe",
    read: (text) => readWebhook(text, signature(textFromStripe(text))),
  },
  { name: "webhook: signature of Thirdfort", read: isWellFormedSignature },
  {
    name: "webhook: body of Thirdfort",
    read: (text) => readThirdfortWebhook(text, signature(textFromThirdfort(text))),
  },
  {
    name: "webhook: sender of OneSearch",
    read: isOneSearch,
    looksFor: ["<Authentication>", "<a:Authentication >"],
  },
  {
    name: "webhook: message of OneSearch",
    read: (text) => readPush(pushOf(text)),
    looksFor: ["<Reference ", "<EmbeddedFileBinaryObject ", "<Reference>a"],
    most: 250,
  },
  {
    name: "XML",
    read: readPisces,
    looksFor: ["<a b='c'>", "<a/>", "<![CDATA[", "<?a "],
    most: 250,
  },
  {
    name: "file: type",
    read: (text) => fileType(Buffer.from(text), `${text}.csv`),
    looksFor: ["From: a\n", "a,b\n"],
  },
  {
    name: "file: type of a ZIP",
    read: (text) => fileType(Buffer.from(`PK\x03\x04${text}PK\x05\x06${"\0".repeat(18)}`)),
  },
  {
    name: "file: PDF",
    read: (text) => readPdf(Buffer.from(`%PDF-${text}%%EOF`)),
    looksFor: ["/JS", "/Launch"],
  },
  { name: "document: text", read: plainText },
  {
    name: "document: statements",
    read: (text) => findByRules([searchDocument("Search", [text])]),
    looksFor: FORM,
    most: 1_000,
  },
  {
    name: "document: answer",
    read: (text) => answerIn(text.slice(0, 1_000)),
    looksFor: ["No ", "Yes: ", "-"],
  },
];

function formOf(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  return new Request("http://localhost/", { method: "POST", body });
}

const everywhere = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, text]));

const address = (text: string) => ({
  ...everywhere(addresses.ADDRESS_LINES, text),
  country_code: "FR",
});

/** Node refuses a request with more in its head. */
const MAX_HEAD = 16_384;

function requestWith(header: string, whole: string): IncomingMessage {
  const text = whole.slice(0, MAX_HEAD);
  const request = new IncomingMessage(new Socket());
  request.method = header === "origin" ? "POST" : "GET";
  request.url = header === "url" ? `/${text}` : "/";
  request.headers = { host: "localhost:3000", [header]: text };
  return request;
}

function keptAnswer(request: IncomingMessage) {
  const bodies = { identity: () => Buffer.from("") };
  const response = new ServerResponse(request);
  answerWith({ headers: {}, etag: "a", bodies }, request, response);
}

/** A header has no line breaks and no letters beyond Latin. */
function remixRequest(header: string, text: string) {
  return new Request("http://localhost/", {
    headers: { [header]: text.slice(0, MAX_HEAD).replaceAll(/[^ -~]/g, "x") },
  });
}

const ListQuery = loadMore.extend({ q: filters.search(), kind: filters.oneOf(["sell", "buy"]) });
const listQuery = (query: string) =>
  readListQuery(new Request(`http://localhost/admin?${query}`), ListQuery);

/** The text as each header that is read, above and below Postmark's own. */
function headersOf(text: string) {
  const names = ["Return-Path", "Content-Type", "Auto-Submitted", "Precedence", "References"];
  const checks = ["X-Spam-Tests", "X-Spam-Score", "Received-SPF", "Authentication-Results"];
  const received = { Name: "Received", Value: "from a by b.inbound.postmarkapp.com x" };
  const all = [...names, ...checks].map((Name) => ({ Name, Value: text }));
  return [{ Name: "Received", Value: `from ${text}` }, ...all, received];
}

const emailOf = (text: string) => ({
  id: "",
  mailbox_hash: null,
  in_reply_to: [],
  subject: text,
  text_body: text,
  transaction_id: null,
  match_type: null,
});

const signature = ({ headers = {} }: { headers?: Record<string, string> }) =>
  Object.values(headers)[0] ?? null;

/** A message whose sender is OneSearch, with the text before its end. */
const pushOf = (text: string) =>
  push("SearchStatusSend", { SearchProduct: { ProductType: "ENVRES" } }).replace(
    "</SearchOrder>",
    () => `${text}</SearchOrder>`,
  );
