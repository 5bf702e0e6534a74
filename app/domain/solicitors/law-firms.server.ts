import { sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { freeText, optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { optionalEmailAddress } from "#app/domain/shared/names.server.ts";
import {
  createAddress,
  type NewAddress,
  saveAddress,
  selectAddress,
  ukPostcode,
} from "#app/domain/shared/address.server.ts";
import { countryCode } from "#app/domain/shared/countries.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { FIRM_COUNTRIES, type LawFirm, type LawFirmAddress } from "./parts.ts";
import { tooLong } from "#app/domain/shared/messages.ts";

/** Form of a law firm (L-012 to L-019). */
export const LawFirmForm = z.object({
  name: freeText("Name is required", tooLong("Name")),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(),
  address: z.object({
    organisation_name: freeText("Organisation name is required", tooLong("Organisation name")),
    line_1: freeText("Address line 1 is required", tooLong("Address line 1")),
    line_2: optionalFreeText(tooLong("Address line 2")),
    line_3: optionalFreeText(tooLong("Address line 3")),
    post_town: freeText("Post town is required", tooLong("Post town")),
    postcode: ukPostcode("Postcode is not valid. Enter a full UK postcode, like SW1A 1AA"),
    country: z.enum(FIRM_COUNTRIES, { error: "Country is required" }),
  }),
}) satisfies z.ZodType<LawFirm>;

/**
 * Form of a new law firm. If a firm with the same name exists, `same_name` confirms that this is a
 * different firm.
 */
export const NewLawFirmForm = LawFirmForm.extend({ same_name: checkboxField() });

const missing = () => new NotFoundError("Law firm not found");

/** Lists all law firms, sorted by name, with their contact details (L-001 to L-003, L-008). */
export function listLawFirms(db: Db) {
  return db
    .selectFrom("law_firms")
    .select(["id", "name", "email", "phone_number", "retired_at"])
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Reads a law firm as its form shows it (L-009). @throws NotFoundError */
export async function readLawFirm(db: Db, id: string): Promise<LawFirm> {
  if (!isObjectId(id)) throw missing();
  const { address, ...firm } = await db
    .selectFrom("law_firms")
    .select(["name", "email", "phone_number"])
    .select(selectAddress("law_firms.address_id").as("address"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(missing);
  return { ...firm, address: address && firmAddress(address) };
}

/** Creates a law firm (L-010). @returns the id of the firm */
export async function createLawFirm(
  db: Db,
  { address, ...firm }: LawFirm,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const address_id = address && (await createAddress(trx, newAddress(address)));
    const { id } = await trx
      .insertInto("law_firms")
      .values({ ...firm, address_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const subject = { type: "law_firm", id };
    await recordAudit(trx, { actor, action: "law_firm_created", subject });
    return id;
  });
}

/**
 * Creates a law firm, as createLawFirm does.
 * @throws ConflictError if a firm has the same name and staff have not confirmed that this is a
 * different firm (L-010)
 */
export async function addLawFirm(
  db: Db,
  { same_name, ...firm }: LawFirm & { same_name: boolean },
  by: { actor: Actor },
): Promise<string> {
  if (!same_name && (await listLawFirmsByName(db, firm.name)).length > 0) {
    throw new ConflictError(
      "A law firm with this name already exists. Open it, or confirm that this is a different firm",
      { data: { field: "same_name" } },
    );
  }
  return createLawFirm(db, firm, by);
}

/** Lists the law firms that have this name, ignoring case, with their towns. */
export function listLawFirmsByName(db: Db, name: string) {
  return db
    .selectFrom("law_firms")
    .leftJoin("addresses", "addresses.id", "law_firms.address_id")
    .select(["law_firms.id", "law_firms.name", "addresses.post_town"])
    .select(sql<boolean>`law_firms.retired_at is not null`.as("retired"))
    .where(sql<boolean>`lower(law_firms.name) = lower(${name.trim()})`)
    .orderBy("law_firms.created_at")
    .limit(10)
    .execute();
}

/** Updates a law firm (L-011). @throws EditConflictError; NotFoundError */
export async function updateLawFirm(db: Db, id: string, firm: LawFirm, edit: Edit): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "law_firm_updated",
    subject: { type: "law_firm", id },
    yours: firm,
    async read(trx) {
      await lockLawFirm(trx, id);
      return readLawFirm(trx, id);
    },
    write: (trx) => writeLawFirm(trx, id, firm),
  });
}

async function writeLawFirm(trx: Db, id: string, { address, ...firm }: LawFirm) {
  const { address_id: current_id } = await trx
    .selectFrom("law_firms")
    .select("address_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const address_id = address ? await saveAddress(trx, current_id, newAddress(address)) : current_id;
  await trx
    .updateTable("law_firms")
    .set((eb) => ({ ...firm, address_id, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

async function lockLawFirm(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) throw missing();
  await trx
    .selectFrom("law_firms")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
}

function firmAddress(address: LawFirmAddress): LawFirmAddress {
  const { organisation_name, line_1, line_2, line_3, post_town, postcode, country } = address;
  return { organisation_name, line_1, line_2, line_3, post_town, postcode, country };
}

function newAddress(address: LawFirmAddress): NewAddress {
  return { ...address, country_iso_2: countryCode(address.country) };
}
