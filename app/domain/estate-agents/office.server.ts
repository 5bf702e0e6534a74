import { z } from "zod";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { chosenId, optionalPart, checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { emailRows } from "#app/domain/shared/names.server.ts";
import {
  propertyAddressFields,
  saveAddress,
  selectAddress,
  withUkCountry,
} from "#app/domain/shared/address.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { differingFields } from "#app/domain/versions/edit-conflicts.ts";
import type { Db } from "#db/connection.ts";
import { agentNotFound, lockEstateAgent } from "./agent-queries.server.ts";
import { requireBrand } from "./brands.server.ts";
import {
  type IdentityCheckSettings,
  MAX_REQUESTER_EMAILS,
  type Office,
  type OfficeAddress,
} from "./parts.ts";
import { INVALID_PHONE, tooLong } from "#app/domain/shared/messages.ts";

const { line_1, line_2, line_3, post_town, postcode } = propertyAddressFields;

/** Schema of an office's UK address, which is optional (M-049). */
const address = optionalPart(z.object({ line_1, line_2, line_3, post_town, postcode }));

/** Form of an office (M-046 to M-049). */
export const OfficeForm = z.object({
  brand_id: chosenId("Brand is required"),
  office_name: freeText("Office name is required", tooLong("Office name")),
  office_phone_number: optionalPhoneNumber(INVALID_PHONE),
  address,
}) satisfies z.ZodType<Office>;

/** Updates an office (M-025, M-032). @throws EditConflictError; NotFoundError */
export async function updateOffice(db: Db, id: string, office: Office, edit: Edit): Promise<void> {
  await saveAgentPart(db, id, {
    ...edit,
    action: "estate_agent_office_updated",
    yours: office,
    read: readOffice,
    async write(trx, before) {
      const { address, ...columns } = office;
      await requireBrand(trx, office.brand_id);
      await trx.updateTable("estate_agents").set(columns).where("id", "=", id).execute();
      if (differingFields({ address: before.address }, { address }).length > 0) {
        await writeAddress(trx, id, address);
      }
    },
  });
}

/** Returns an office with the fields of its form. @throws NotFoundError agentNotFound */
export async function readOffice(db: Db, id: string): Promise<Office> {
  if (!isObjectId(id)) throw agentNotFound();
  const { address, ...office } = await db
    .selectFrom("estate_agents")
    .select(["brand_id", "office_name", "office_phone_number"])
    .select(selectAddress("estate_agents.office_address_id").as("address"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(agentNotFound);
  return { ...office, address: address && officeAddress(address) };
}

function officeAddress(address: OfficeAddress): OfficeAddress {
  const { line_1, line_2, line_3, post_town, postcode } = address;
  return { line_1, line_2, line_3, post_town, postcode };
}

async function writeAddress(trx: Db, id: string, address: OfficeAddress | null) {
  const { office_address_id: current_id } = await trx
    .selectFrom("estate_agents")
    .select("office_address_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const office_address_id = address && (await saveAddress(trx, current_id, withUkCountry(address)));
  await trx.updateTable("estate_agents").set({ office_address_id }).where("id", "=", id).execute();
  if (current_id && !address)
    await trx.deleteFrom("addresses").where("id", "=", current_id).execute();
}

/**
 * Form of an office's Thirdfort settings (M-028, M-057). An office that requests ID checks must
 * have a requester email (AMB-M05).
 */
export const ChecksForm = z
  .object({
    requests_seller_thirdfort_checks: checkboxField(),
    requests_buyer_thirdfort_checks: checkboxField(),
    receives_seller_thirdfort_checks: checkboxField(),
    receives_buyer_thirdfort_checks: checkboxField(),
    thirdfort_requester_emails: emailRows(MAX_REQUESTER_EMAILS),
  })
  .superRefine((checks, context) => {
    const requests =
      checks.requests_seller_thirdfort_checks || checks.requests_buyer_thirdfort_checks;
    if (requests && checks.thirdfort_requester_emails.length === 0) {
      context.addIssue({
        code: "custom",
        path: ["thirdfort_requester_emails"],
        message: "Enter at least one requester email",
      });
    }
  }) satisfies z.ZodType<IdentityCheckSettings>;

export const CHECK_SETTINGS = [
  "requests_seller_thirdfort_checks",
  "requests_buyer_thirdfort_checks",
  "receives_seller_thirdfort_checks",
  "receives_buyer_thirdfort_checks",
  "thirdfort_requester_emails",
] as const;

/**
 * Updates an office's Thirdfort settings (M-028, M-032). @throws EditConflictError, NotFoundError
 */
export async function updateChecks(
  db: Db,
  id: string,
  checks: IdentityCheckSettings,
  edit: Edit,
): Promise<void> {
  await saveAgentPart(db, id, {
    ...edit,
    action: "estate_agent_checks_updated",
    yours: checks,
    read: readChecks,
    write: (trx) => trx.updateTable("estate_agents").set(checks).where("id", "=", id).execute(),
  });
}

/** @throws NotFoundError agentNotFound */
export async function readChecks(db: Db, id: string): Promise<IdentityCheckSettings> {
  if (!isObjectId(id)) throw agentNotFound();
  return db
    .selectFrom("estate_agents")
    .select(CHECK_SETTINGS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(agentNotFound);
}

/**
 * Saves the part of an estate agent that one form edits, and locks the agent while it compares
 * versions. `part.read` returns the same fields as the form.
 * @throws EditConflictError, NotFoundError agentNotFound
 */
async function saveAgentPart<Part extends object>(
  db: Db,
  id: string,
  part: Edit & {
    action: StaffAction;
    yours: Part;
    read: (trx: Db, id: string) => Promise<Part>;
    write: (trx: Db, before: Part) => Promise<unknown>;
  },
): Promise<void> {
  await saveChange(db, {
    ...part,
    subject: { type: "estate_agent", id },
    async read(trx) {
      await lockEstateAgent(trx, id);
      return part.read(trx, id);
    },
  });
}
