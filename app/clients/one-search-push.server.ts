import { z } from "zod";
import { env } from "#app/env.server.ts";
import { isSameSecret } from "#app/same-secret.server.ts";
import { sha256 } from "#app/sha256.server.ts";
import { readPdf } from "./pdf.ts";
import { isoDate, orderReference, productType, readPisces } from "./pisces.ts";

/**
 * What OneSearch sends us of its own accord: results with their documents, changes of status, and requests for more
 * information. The sender says in the message who it is; that part is looked at first, and then thrown away.
 */

export type Push = {
  /** References of the order, OneSearch's or ours. */
  references: string[];
  searches: PushedSearch[];
  /** What the provider needs before it can go on. */
  requests: RequestedType[];
};

export type PushedSearch = {
  product_id: string;
  status: "in progress" | "cancelled" | "complete" | null;
  /** The day that this is true of. */
  dated: string;
  estimated_completion: string | null;
  documents: PushedDocument[];
};

export type PushedDocument = {
  file_name: string;
  bytes: Buffer;
  sha256: string;
  /** It can run something, or holds another file. */
  has_active_content: boolean;
};

export type RequestedType = "title_plan" | "address_confirmation" | "fee_approval";

/** Why a message is not taken, in words for whoever sent it. */
export class PushRefusedError extends Error {
  override readonly name = "PushRefusedError";
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The sender's name and password stand in the first bytes. */
export const PUSH_HEAD_BYTES = 8_192;
/** What a message may come to without its documents: the parser stands still for a second over ten megabytes. */
const MAX_TEXT = 1024 * 1024;
const CREDENTIALS = /<(?<tag>(?:[\w-]+:)?Authentication)(?=[\s>])[^>]*>[\s\S]*?<\/\k<tag>\s*>/;

const Head = z.object({
  Authentication: z.object({
    AuthenticationData: z.object({ Username: z.string(), Password: z.string() }),
  }),
});

/** Whether a message is OneSearch's, by its beginning alone; it takes as long whatever is wrong with it. */
export function isOneSearch(beginning: string): boolean {
  const head = Head.safeParse(readPisces(credentialsOf(beginning))).data;
  const given = head?.Authentication.AuthenticationData;
  const isUser = isSameSecret(given?.Username ?? "", env.ONESEARCH_PUSH_USERNAME);
  const isPassword = isSameSecret(given?.Password ?? "", env.ONESEARCH_PUSH_PASSWORD);
  return isUser && isPassword;
}

/** Whether an address that is asked for ends as ours does: with the secret of the settings, or bare without one. */
export function isPushAddress(secret = ""): boolean {
  return isSameSecret(secret, env.ONESEARCH_PUSH_SECRET ?? "");
}

function credentialsOf(raw: string) {
  return CREDENTIALS.exec(raw.slice(0, PUSH_HEAD_BYTES))?.[0] ?? "";
}

/**
 * Reads a pushed message, whole: nothing of one is taken when a part of it is wrong.
 *
 * @param raw the body as it came
 * @throws PushRefusedError; 401 when the sender is not OneSearch
 */
export function readPush(raw: string): Push {
  if (!isOneSearch(raw)) throw new PushRefusedError("The user name or password is wrong.", 401);

  const { text, files } = takeOutFiles(raw.replace(credentialsOf(raw), ""));
  if (text.length > MAX_TEXT) throw refused("This message is too long.");
  const parsed = Message.safeParse(readPisces(text));
  if (!parsed.success) throw refused("This is not a message of PISCES Searches that we know.");
  const order = Object.values(parsed.data)[0]?.SearchOrder;
  if (!order) throw refused("There is no order in this message.");
  return {
    references: order.SearchOrderReference.map(({ Reference }) => Reference),
    searches: order.SearchProduct.map((product) => ({
      product_id: product.ProductType,
      status: product.Status ? STATUSES[product.Status] : null,
      dated: product.AsOfDate ?? order.IssueDate,
      estimated_completion: product.ExpectedCompletionDate ?? null,
      documents: product.Attachment.flatMap((attachment) => readAttachment(attachment, files)),
    })),
    requests: order.ActionRequest.map(({ ActionType }) => REQUESTS[ActionType]),
  };
}

/**
 * Documents are read past the parser, which would stop the service for seconds over their megabytes: in the message is
 * left the place of each in `files`.
 */
function takeOutFiles(raw: string) {
  const files: string[] = [];
  const text = raw.replace(
    /(<(?:[\w-]+:)?EmbeddedFileBinaryObject\b(?:[^<>]*[^<>/])?>)([^<]*)/g,
    (_, tag: string, file: string) => `${tag}${files.push(file) - 1}`,
  );
  return { text, files };
}

function refused(message: string) {
  return new PushRefusedError(message, 400);
}

const STATUSES = {
  InProgress: "in progress",
  Cancelled: "cancelled",
  Complete: "complete",
} as const;

const REQUESTS = {
  TitlePlan: "title_plan",
  AddressConfirmation: "address_confirmation",
  FeeApproval: "fee_approval",
} as const;

const File = z.union([
  // An element without attributes is its text alone.
  z.string().transform((text) => ({ "#": text, "@filename": "", "@format": "" })),
  z.object({
    "#": z.string().default(""),
    "@filename": z.string().default(""),
    "@format": z.string().default(""),
  }),
]);
const Attachment = z.object({ EmbeddedFileBinaryObject: File.optional() });

const Order = z.object({
  IssueDate: isoDate,
  SearchOrderReference: z
    .array(z.object({ Reference: orderReference }))
    .min(1)
    .max(5),
  SearchProduct: z
    .array(
      z.object({
        ProductType: productType,
        Status: z.enum(["InProgress", "Cancelled", "Complete"]).optional(),
        AsOfDate: isoDate.optional(),
        ExpectedCompletionDate: isoDate.optional(),
        // An empty element is an empty text.
        Attachment: z.array(Attachment.or(z.literal("").transform(() => ({})))).default([]),
      }),
    )
    .max(50)
    .default([]),
  ActionRequest: z
    .array(z.object({ ActionType: z.enum(["TitlePlan", "AddressConfirmation", "FeeApproval"]) }))
    .max(10)
    .default([]),
});

const Message = z.partialRecord(
  z.enum(["SearchResultsSend", "SearchStatusSend", "SearchActionRequestSend"]),
  z.object({ SearchOrder: Order }),
);

/**
 * A letter that base64 does not have, or "=" before its end. A pattern of what it does have would go back over the
 * millions of letters of a document, for which the stack may be too small.
 */
const NO_BASE64 = /[^A-Za-z0-9+/=]|=(?!=?$)/;

/** An empty attachment is none yet. @throws PushRefusedError */
function readAttachment(
  { EmbeddedFileBinaryObject: file }: z.output<typeof Attachment>,
  files: readonly string[],
): PushedDocument[] {
  const content = file?.["#"] ? files[Number(file["#"])] : "";
  if (content === undefined) throw refused("A document is not written in base64.");
  const base64 = content.replace(/\s+/g, "");
  if (!file || base64 === "") return [];
  const file_name = file["@filename"] || "search.pdf";
  const format = file["@format"] || "application/pdf";
  if (!isFileName(file_name)) throw refused("The name of a document is not one of a PDF file.");
  if (format !== "application/pdf") throw refused("A document is not a PDF.");
  if (NO_BASE64.test(base64)) throw refused("A document is not written in base64.");
  const pdf = readPdf(Buffer.from(base64, "base64"));
  if ("refusal" in pdf) throw refused(pdf.refusal);
  return [{ file_name, sha256: sha256(pdf.bytes), ...pdf }];
}

/** A name, and no path: one leads nowhere else, and ends as what it is. */
function isFileName(name: string) {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._()&',-]{0,150}\.pdf$/iu.test(name) && !name.includes("..");
}
