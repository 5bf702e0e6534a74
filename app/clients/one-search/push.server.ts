import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { isSameSecret, sha256 } from "#app/platform/secrets.server.ts";
import { readPdf } from "../pdf.ts";
import { isoDate, productType, readPisces } from "./pisces.ts";

/**
 * Messages pushed by OneSearch. The credentials in a message are checked first and not stored.
 * Every readable part is accepted. Other parts are listed with a reason, because OneSearch would
 * resend them unchanged.
 */

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
  /** An unknown status, as sent. */
  provider_status: string | null;
  dated: string;
  estimated_completion: string | null;
  documents: PushedDocument[];
};

export type PushedDocument = {
  file_name: string;
  bytes: Buffer;
  sha256: string;
  /** True if it may run code or contain another file. */
  has_active_content: boolean;
};

export type RequestedType = "title_plan" | "address_confirmation" | "fee_approval";

/** Unreadable part of a message: its search, the reason shown to staff, and the text sent. */
export type PushProblem = { product_id: string | null; reason: string; sent: string | null };

/** Rejection of a message, with a text for its sender. */
export class PushRefusedError extends Error {
  override readonly name = "PushRefusedError";
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The sender's credentials are in the first bytes. */
export const PUSH_HEAD_BYTES = 8_192;
/** Limit of a message without documents: 10 MB would block the parser for a second. */
const MAX_TEXT = 1024 * 1024;
const CREDENTIALS = /<(?<tag>(?:[\w-]+:)?Authentication)(?=[\s>])[^>]*>[\s\S]*?<\/\k<tag>\s*>/;

const Head = z.object({
  Authentication: z.object({
    AuthenticationData: z.object({ Username: z.string(), Password: z.string() }),
  }),
});

/** Returns true if a message starts with OneSearch's credentials. Takes constant time. */
export function isOneSearch(beginning: string): boolean {
  const head = Head.safeParse(readPisces(credentialsOf(beginning))).data;
  const given = head?.Authentication.AuthenticationData;
  const isUser = isSameSecret(given?.Username ?? "", env.ONESEARCH_PUSH_USERNAME);
  const isPassword = isSameSecret(given?.Password ?? "", env.ONESEARCH_PUSH_PASSWORD);
  return isUser && isPassword;
}

/** Returns true if the URL's last part is the configured secret, or empty if none is set. */
export function isPushAddress(secret = ""): boolean {
  return isSameSecret(secret, env.ONESEARCH_PUSH_SECRET ?? "");
}

function credentialsOf(raw: string) {
  return CREDENTIALS.exec(raw.slice(0, PUSH_HEAD_BYTES))?.[0] ?? "";
}

/** Parses a pushed message; later dates than `now` are rejected. @throws {PushRefusedError} 401 */
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

/** Finds references in a message that is not valid XML. */
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
 * Returns a date's day. Null if it is invalid, or if it is in the future, because it would then
 * stay the newest for ever.
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

/** Cleans a text for staff: one line, without invisible or reordering characters. */
function cleanForStaff(sent: string): string | null {
  return (
    sent
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim()
      .slice(0, 100) || null
  );
}

/**
 * Removes documents before parsing, because megabytes of base64 would block the service for
 * seconds.
 */
function extractFiles(raw: string) {
  const files: string[] = [];
  const text = raw.replace(
    /(<(?:[\w-]+:)?EmbeddedFileBinaryObject\b(?:[^<>]*[^<>/])?>)([^<]*)/g,
    (_, tag: string, file: string) => `${tag}${files.push(file) - 1}`,
  );
  return { text, files };
}

/** Statuses by their letters alone: "In Progress" equals "InProgress". */
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
  // An element without attributes parses as its text.
  z.string().transform((place) => ({ "#": place, "@filename": "", "@format": "" })),
  z.object({
    "#": z.string().default(""),
    "@filename": z.string().default(""),
    "@format": z.string().default(""),
  }),
]);
// An empty element parses as an empty text.
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
 * Matches an invalid base64 character. A pattern for valid characters would backtrack over
 * megabytes.
 */
const NO_BASE64 = /[^A-Za-z0-9+/=]|=(?!=?$)/;

/** Reads an attachment. An empty one means that there is no document yet. */
function readAttachment(
  { EmbeddedFileBinaryObject: file }: z.output<typeof Attachment>,
  files: readonly string[],
  notes: Notes,
): PushedDocument[] {
  const base64 = (file?.["#"] && files[Number(file["#"])])?.replace(/\s+/g, "");
  if (!file || !base64) return [];
  // File name without a path. The type is read from the content.
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
