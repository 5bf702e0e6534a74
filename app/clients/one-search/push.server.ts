/**
 * Messages that OneSearch sends us. We check the credentials in a message first and do not store
 * them. We accept every part that we can read, and list the other parts with a reason. We don't
 * reject the whole message, because OneSearch would send it again unchanged.
 */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret, sha256 } from "#app/platform/secrets.server.ts";
import { readPdf } from "../pdf.ts";
import { isoDate, productType, readPisces } from "./pisces.ts";

export type Push = {
  raw: string;
  references: string[];
  searches: PushedSearch[];
  requests: RequestedType[];
  problems: PushProblem[];
};

export type PushedSearch = {
  product_id: string;
  status: "in progress" | "cancelled" | "complete" | null;
  /** Status as OneSearch sent it, if we don't know that status. */
  provider_status: string | null;
  dated: string;
  estimated_completion: string | null;
  documents: PushedDocument[];
};

export type PushedDocument = {
  file_name: string;
  bytes: Buffer;
  sha256: string;
  /** True if the document could run code or contains another file. */
  has_active_content: boolean;
};

export type RequestedType = "title_plan" | "address_confirmation" | "fee_approval";

/**
 * Part of a message that we couldn't read: its search's product code, the reason that staff see,
 * and the text that OneSearch sent.
 */
export type PushProblem = { product_id: string | null; reason: string; sent: string | null };

/** Error for a message that we reject. Its text is for the sender. */
export class PushRefusedError extends Error {
  override readonly name = "PushRefusedError";
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Number of bytes at the start of a message that contain the sender's credentials. */
export const PUSH_HEAD_BYTES = 8_192;
/**
 * Maximum length of a message without its documents. Parsing 10 MB would block the process for a
 * second.
 */
const MAX_TEXT = 1024 * 1024;
const CREDENTIALS = /<(?<tag>(?:[\w-]+:)?Authentication)(?=[\s>])[^>]*>[\s\S]*?<\/\k<tag>\s*>/;

const Head = z.object({
  Authentication: z.object({
    AuthenticationData: z.object({ Username: z.string(), Password: z.string() }),
  }),
});

/**
 * Returns true if a message starts with OneSearch's credentials. Takes equally long for right and
 * wrong credentials.
 */
export function isOneSearch(beginning: string): boolean {
  const head = Head.safeParse(readPisces(credentialsOf(beginning))).data;
  const given = head?.Authentication.AuthenticationData;
  const isUser = isSameSecret(given?.Username ?? "", env.ONESEARCH_PUSH_USERNAME);
  const isPassword = isSameSecret(given?.Password ?? "", env.ONESEARCH_PUSH_PASSWORD);
  return isUser && isPassword;
}

/**
 * Returns true if the last part of the URL is the configured secret. If no secret is configured,
 * that part must be empty.
 */
export function isPushAddress(secret = ""): boolean {
  return isSameSecret(secret, env.ONESEARCH_PUSH_SECRET ?? "");
}

function credentialsOf(raw: string) {
  return CREDENTIALS.exec(raw.slice(0, PUSH_HEAD_BYTES))?.[0] ?? "";
}

/**
 * Parses a message. Dates in it that are more than a day after `now` count as unreadable, except
 * estimates.
 * @throws {PushRefusedError} 401 if the credentials are wrong
 */
export function readPush(raw: string, now = new Date()): Push {
  if (!isOneSearch(raw)) throw new PushRefusedError("The user name or password is wrong.", 401);
  const message = raw.replace(credentialsOf(raw), "").replaceAll(env.ONESEARCH_PUSH_PASSWORD, "");
  return { raw: message, ...readMessage(message, now) };
}

function readMessage(raw: string, now: Date): Omit<Push, "raw"> {
  const { text, files } = extractFiles(raw);
  const parsed = Message.safeParse(text.length > MAX_TEXT ? null : readPisces(text));
  const [name, message] = Object.entries(parsed.data ?? {})[0] ?? [];
  if (!name || !message) {
    const problems = [{ product_id: null, reason: "We couldn’t read the message.", sent: null }];
    return { references: findReferences(text), searches: [], requests: [], problems };
  }
  const { SearchOrder: order } = message;
  const notes = new Notes();
  if (!KNOWN_MESSAGES.includes(name)) notes.add("We don’t recognise this type of message.", name);
  return {
    references: order.SearchOrderReference.map(({ Reference }) => Reference).filter(Boolean),
    searches: order.SearchProduct.flatMap((product) =>
      readSearch(product, {
        files,
        issued: order.IssueDate,
        now,
        notes: notes.of(product.ProductType),
      }),
    ),
    requests: order.ActionRequest.flatMap(({ ActionType }) => readRequest(ActionType, notes)),
    problems: notes.problems,
  };
}

/** Returns the order references in a message that is not valid XML. */
function findReferences(text: string): string[] {
  const found = text
    .slice(0, MAX_TEXT)
    .matchAll(/<(?:[\w-]+:)?Reference(?:\s[^<>]{0,200})?>([^<>]{1,100})</g);
  return Array.from(found, ([, reference = ""]) => reference.trim()).slice(0, MAX_REFERENCES);
}

type Reading = {
  files: readonly string[];
  issued: string;
  now: Date;
  notes: Notes;
};

function readSearch(product: z.output<typeof Product>, reading: Reading): PushedSearch[] {
  const { files, issued, now, notes } = reading;
  const code = productType.safeParse(product.ProductType);
  const documents = product.Attachment.flatMap((file) => readAttachment(file, files, notes));
  if (!code.success) {
    notes.add("A search has no valid product code.", product.ProductType);
    return [];
  }
  const dated = readDay(product.AsOfDate || issued, { now, notes });
  const status = STATUSES[product.Status.toLowerCase().replace(/[^a-z]/g, "")] ?? null;
  return [
    {
      product_id: code.data,
      status,
      provider_status: status ? null : cleanForStaff(product.Status),
      dated: dated ?? readDay(issued, { now, notes: new Notes() }) ?? isoDay(now),
      estimated_completion: readDay(product.ExpectedCompletionDate, {
        now,
        notes,
        days_ahead: MAX_ESTIMATE_DAYS,
      }),
      documents,
    },
  ];
}

function readRequest(sent: string, notes: Notes): RequestedType[] {
  const known = REQUESTS[sent];
  if (!known) notes.add("The message requests something we don’t recognise.", sent);
  return known ? [known] : [];
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10);

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = "2000-01-01";
const MAX_ESTIMATE_DAYS = 730;

/**
 * Returns the day of a date. Returns null if the date is invalid, or too far in the future: no
 * later message could replace a status with such a date.
 */
function readDay(
  sent: string,
  { now, notes, days_ahead = 1 }: { now: Date; notes: Notes; days_ahead?: number },
): string | null {
  if (!sent) return null;
  const day = /^(\d{4}-\d\d-\d\d)(?![\d-])/.exec(sent)?.[1];
  const last = isoDay(new Date(now.getTime() + days_ahead * DAY_MS));
  if (!day || !isoDate.safeParse(day).success) {
    notes.add("We couldn’t read a date.", sent);
    return null;
  }
  if (day >= FIRST_DAY && day <= last) return day;
  notes.add("A date can’t be correct.", sent);
  return null;
}

class Notes {
  constructor(
    readonly problems: PushProblem[] = [],
    readonly product_id: string | null = null,
  ) {}

  of(product: string) {
    return new Notes(this.problems, cleanForStaff(product));
  }

  add(reason: string, sent: string | null) {
    if (this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push({
      product_id: this.product_id,
      reason,
      sent: sent ? cleanForStaff(sent) : null,
    });
  }
}

const MAX_PROBLEMS = 50;
const MAX_REFERENCES = 5;

/**
 * Returns a text for staff to read, on one line and without invisible characters or characters that
 * reverse the text.
 */
function cleanForStaff(sent: string): string | null {
  return (
    sent
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim()
      .slice(0, 100) || null
  );
}

/**
 * Takes the documents out of a message before it is parsed, because parsing megabytes of base64
 * would block the process for seconds.
 */
function extractFiles(raw: string) {
  const files: string[] = [];
  const text = raw.replace(
    /(<(?:[\w-]+:)?EmbeddedFileBinaryObject\b(?:[^<>]*[^<>/])?>)([^<]*)/g,
    (_, tag: string, file: string) => `${tag}${files.push(file) - 1}`,
  );
  return { text, files };
}

/**
 * Our status for each of OneSearch's statuses. The keys are in lowercase and without spaces ("In
 * Progress" has the key "inprogress").
 */
const STATUSES: Partial<Record<string, PushedSearch["status"]>> = {
  inprogress: "in progress",
  cancelled: "cancelled",
  canceled: "cancelled",
  complete: "complete",
  completed: "complete",
};

const REQUESTS: Partial<Record<string, RequestedType>> = {
  TitlePlan: "title_plan",
  AddressConfirmation: "address_confirmation",
  FeeApproval: "fee_approval",
};

const KNOWN_MESSAGES = ["SearchResultsSend", "SearchStatusSend", "SearchActionRequestSend"];

const text = z
  .union([z.string(), z.object({ "#": z.string() }).transform((element) => element["#"])])
  .catch("")
  .transform((sent) => sent.trim())
  .default("");

const File = z.union([
  // The parser returns an element without attributes as a string.
  z.string().transform((place) => ({ "#": place, "@filename": "", "@format": "" })),
  z.object({
    "#": z.string().default(""),
    "@filename": z.string().default(""),
    "@format": z.string().default(""),
  }),
]);
// The parser returns an empty element as an empty string.
const Attachment = z
  .object({ EmbeddedFileBinaryObject: File.optional() })
  .or(z.literal("").transform(() => ({ EmbeddedFileBinaryObject: undefined })));

const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .transform((items) => items.slice(0, max))
    .default([]);

const Product = z.object({
  ProductType: text,
  Status: text,
  AsOfDate: text,
  ExpectedCompletionDate: text,
  Attachment: listOf(Attachment, 50),
});

const Message = z.record(
  z.string(),
  z.object({
    SearchOrder: z.object({
      IssueDate: text,
      SearchOrderReference: listOf(
        z.object({ Reference: text.pipe(z.string().max(100).catch("")) }),
        MAX_REFERENCES,
      ),
      SearchProduct: listOf(Product, 100),
      ActionRequest: listOf(z.object({ ActionType: text }), 10),
    }),
  }),
);

/**
 * Matches a character that base64 does not allow. A pattern for a whole valid text would be slow,
 * because it would backtrack over megabytes.
 */
const NO_BASE64 = /[^A-Za-z0-9+/=]|=(?!=?$)/;

/** Reads an attachment. An empty attachment means that the document does not exist yet. */
function readAttachment(
  { EmbeddedFileBinaryObject: file }: z.output<typeof Attachment>,
  files: readonly string[],
  notes: Notes,
): PushedDocument[] {
  const base64 = (file?.["#"] && files[Number(file["#"])])?.replace(/\s+/g, "");
  if (!file || !base64) return [];
  // Keep the file's name without its folders. The content decides the file's type.
  const file_name = cleanForStaff(file["@filename"].replace(/^.*[\\/]/s, "")) ?? "search.pdf";
  if (NO_BASE64.test(base64)) {
    notes.add("A document is not valid base64.", file_name);
    return [];
  }
  const pdf = readPdf(Buffer.from(base64, "base64"));
  if ("refusal" in pdf) {
    notes.add(pdf.refusal, file_name);
    return [];
  }
  return [{ file_name, sha256: sha256(pdf.bytes), ...pdf }];
}
