import { sql } from "kysely";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import { readAgreedInformation } from "#app/domain/property-information/letters.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { FirmReader, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type EmailStatus, emailStatusSql } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { readInstructedGroup, readInstructedMatters } from "./instructed-matters.server.ts";
import { hasAccepted, readReply } from "./instruction-state.server.ts";
import { hasSolicitor, buildLetter } from "./letter-content.server.ts";
import { readLetterFacts } from "./letter-facts.server.ts";
import { readyPart } from "./ready-part.ts";
import { markNew, type SolicitorLetter } from "./letter.ts";

type Acting = { seller_lawyer_group_id: string | null; buyer_lawyer_group_id: string | null };

export type LetterToWrite = {
  side: Side;
  /**
   * Matters that the letter is about. The seller's solicitor gets one letter about all the matters
   * of that seller.
   */
  transaction_ids: readonly string[];
  /** Id of the purchase; null for the seller's side, whose letter describes the active purchase. */
  purchase_intent_id: string | null;
  /**
   * True if the solicitor was instructed earlier, and the letter says that the purchase is now
   * active.
   */
  is_activation?: boolean;
  /** Returns the lawyer groups to use in place of the ones assigned to a matter. */
  acting?: (assigned: Acting) => Acting;
  /** Staff's comment to the solicitor. Defaults to the comment stored on the matter. */
  comment?: string | null;
};

/**
 * Returns the letter to one side's solicitor with everything they need (AMB-L01, AMB-L03); null if
 * the side has no solicitor.
 * @throws Error if a matter is missing
 */
async function readInstruction(
  db: Db,
  { side, transaction_ids, purchase_intent_id, ...letter }: LetterToWrite,
): Promise<{ letter: SolicitorLetter; lawyer_group_id: string } | null> {
  const { acting = (assigned: Acting) => assigned, is_activation = false, comment } = letter;
  const rows = await readInstructedMatters(db, transaction_ids, purchase_intent_id);
  if (rows.length < transaction_ids.length)
    throw new Error("A matter in this letter no longer exists");
  const matters = [];
  for (const row of rows) {
    const { seller_lawyer_group_id, buyer_lawyer_group_id } = acting(row);
    matters.push({
      ...row,
      groups: {
        seller: await readInstructedGroup(db, seller_lawyer_group_id),
        buyer: await readInstructedGroup(db, buyer_lawyer_group_id),
      },
      facts: await readLetterFacts(db, { transaction_id: row.id, side, purchase_intent_id }),
    });
  }
  const [first] = matters;
  const group = first?.groups[side];
  if (!first || !group || !hasSolicitor(group)) return null;
  const words = buildLetter({
    side,
    matters,
    group,
    is_activation,
    ...(await readReply(db, {
      side,
      transaction_ids,
      purchase_intent_id,
      lawyer_group_id: group.id,
    })),
    ready:
      side === "buyer"
        ? readyPart(
            { facts: toStageFacts(first.stage_row), is_shared: first.is_shared },
            londonDay(new Date()),
          )
        : null,
    comment: comment === undefined ? first[`${side}_comments`] : comment,
  });
  return { letter: words, lawyer_group_id: group.id };
}

/**
 * Returns the facts of an instruction as they are now, for the firm that acts: its parts, and what
 * is still missing.
 * @returns no parts if the firm’s group has no solicitor
 */
export async function readInstructionFacts(
  db: Db,
  { transaction_id, side, purchase_intent_id }: FirmReader,
): Promise<Pick<SolicitorLetter, "parts" | "missing">> {
  const about = { side, transaction_ids: [transaction_id], purchase_intent_id };
  const written = await readInstruction(db, about);
  return written?.letter ?? { parts: [], missing: [] };
}

/** Letters are stored as sent and never change. */

const Row = z.object({
  what: z.string(),
  text: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  is_new: z.boolean(),
});

const Letter = z.object({
  to: z.string(),
  cc: z.array(z.string()),
  subject: z.string(),
  references: z.array(z.string()),
  heading: z.string(),
  first_name: z.string(),
  intro: z.string(),
  asks: z.array(z.string()),
  missing: z.array(z.string()),
  parts: z.array(z.object({ title: z.string(), rows: z.array(Row) })),
  comment: z.string().nullable(),
  first_sent_at: z.string().nullable(),
  // Letters of earlier versions don’t name their changes.
  changes: z.array(z.object({ part: z.string(), what: z.string() })).default([]),
}) satisfies z.ZodType<SolicitorLetter>;

export type PlannedLetter = {
  side: Side;
  lawyer_group_id: string;
  purchase_intent_id: string | null;
  transaction_ids: readonly string[];
  letter: SolicitorLetter;
};

/**
 * Returns the letter to one side's solicitor as it would be sent now. If the solicitor's group has
 * already received the letter, states when it was first sent and marks the rows that are new.
 * @returns null if the side has no solicitor
 * @throws Error if a matter is missing
 */
export async function planLetter(db: Db, about: LetterToWrite): Promise<PlannedLetter | null> {
  const written = await readInstruction(db, about);
  if (!written) return null;
  const { side, purchase_intent_id, transaction_ids } = about;
  const { letter, lawyer_group_id } = written;
  const planned = { side, purchase_intent_id, transaction_ids, lawyer_group_id };
  const before = await readSentBefore(db, planned);
  const last = before.at(-1);
  if (!last) return { ...planned, letter };
  const first_sent_at = before[0]?.created_at.toISOString() ?? null;
  return { ...planned, letter: { ...markNew(letter, Letter.parse(last.letter)), first_sent_at } };
}

/**
 * Returns the letters already sent to the lawyer group about exactly the same matters, oldest
 * first.
 */
function readSentBefore(db: Db, planned: Omit<PlannedLetter, "letter">) {
  const { side, lawyer_group_id, purchase_intent_id, transaction_ids } = planned;
  return db
    .selectFrom("solicitor_letters")
    .select(["solicitor_letters.letter", "solicitor_letters.created_at"])
    .where("side", "=", side)
    .where("lawyer_group_id", "=", lawyer_group_id)
    .where("purchase_intent_id", "is not distinct from", purchase_intent_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("solicitor_letter_matters as about")
          .select((about) => about.fn.countAll().as("homes"))
          .whereRef("about.letter_id", "=", "solicitor_letters.id")
          .having((about) =>
            about.and([
              about(about.fn.countAll(), "=", transaction_ids.length),
              about(
                about.fn.agg<boolean>("bool_and", [
                  about("about.transaction_id", "in", transaction_ids),
                ]),
                "=",
                true,
              ),
            ]),
          ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Stores a letter. @returns its id, which the letter's email needs */
export async function storeLetter(trx: Db, planned: PlannedLetter): Promise<string> {
  const { letter, transaction_ids, ...row } = planned;
  const { id } = await trx
    .insertInto("solicitor_letters")
    .values({ ...row, letter: JSON.stringify(letter) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const matters = transaction_ids.map((transaction_id) => ({ transaction_id, letter_id: id }));
  await trx.insertInto("solicitor_letter_matters").values(matters).execute();
  return id;
}

/**
 * Returns the dedupe key of a letter's email. Queries find the email in `email_log` by this key.
 */
export const letterKey = (letter_id: string) => `solicitor_letter:${letter_id}`;

/**
 * Returns the stored letter that an email sends, with the address of the firm’s private page of
 * each matter, and whether the firm has accepted the instruction. The email to a buyer’s solicitor
 * has the property information, if the sellers agree to share it.
 * @throws NoResultError if the letter is missing
 */
export async function readLetterOfEmail(db: Db, { letter_id }: { letter_id: string }) {
  const { side, letter, ...firm } = await db
    .selectFrom("solicitor_letters")
    .select(["side", "letter", "lawyer_group_id", "purchase_intent_id"])
    .where("id", "=", letter_id)
    .executeTakeFirstOrThrow();
  const matters = await db
    .selectFrom("solicitor_letter_matters as about")
    .innerJoin("transactions", "transactions.id", "about.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select("transactions.id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("about.letter_id", "=", letter_id)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  const information =
    side === "buyer" && matters[0]
      ? await readAgreedInformation(db, matters[0].id, "buyer_solicitor")
      : null;
  const pages = matters.map(({ id, address }) => ({
    home: addressLine(address),
    url: siteUrl(paths.firm.page(side, id)),
  }));
  const transaction_ids = matters.map(({ id }) => id);
  const has_accepted = await hasAccepted(db, { ...firm, side, transaction_ids });
  return { ...Letter.parse(letter), pages, information, has_accepted };
}

/** Returns the letters about a matter with their delivery status, newest first. */
export async function listLetters(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const rows = await selectLetters(db, transaction_id)
    .orderBy("solicitor_letters.created_at", "desc")
    .orderBy("solicitor_letters.id", "desc")
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ letter, ...row }) => ({ ...row, letter: Letter.parse(letter) }));
}

/**
 * Returns a letter as it was sent. @throws NotFoundError, also for a letter of a different matter
 */
export async function readLetter(
  db: Db,
  reader: StaffReader,
  { transaction_id, letter_id }: LetterPlace,
) {
  const missing = () => new NotFoundError("Letter not found");
  if (!isObjectId(transaction_id) || !isObjectId(letter_id)) throw missing();
  const { letter, ...row } = await selectLetters(db, transaction_id)
    .where("solicitor_letters.id", "=", letter_id)
    .executeTakeFirstOrThrow(missing);
  await reader.recordView({ record: { type: "solicitor_letter", id: letter_id } });
  return { ...row, letter: Letter.parse(letter) };
}

type LetterPlace = { transaction_id: string; letter_id: string };

function selectLetters(db: Db, transaction_id: string) {
  return db
    .selectFrom("solicitor_letter_matters as about")
    .innerJoin("solicitor_letters", "solicitor_letters.id", "about.letter_id")
    .leftJoin("email_log", (join) =>
      join.on(
        "email_log.dedupe_key",
        "=",
        sql<string>`${sql.lit(letterKey(""))} || solicitor_letters.id`,
      ),
    )
    .select(["solicitor_letters.id", "solicitor_letters.side", "solicitor_letters.letter"])
    .select("solicitor_letters.created_at")
    .select(emailStatusSql().$castTo<EmailStatus | null>().as("status"))
    .where("about.transaction_id", "=", transaction_id);
}
