import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { withUkCountry } from "#app/domain/properties/address.server.ts";
import { saveAddress, selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import { differingFields } from "#app/domain/versions/versions.ts";
import type { Db } from "#db/connection.ts";
import { agentNotFound } from "./not-found.ts";
import type { Office, OfficeAddress } from "./parts.ts";
import { saveAgentPart } from "./save-agent-part.server.ts";

/**
 * Changes the office of an estate agent: brand, name, number, address (M-025, M-032).
 *
 * @throws ChangedMeanwhileError; NotFoundError for the estate agent or the brand
 */
export async function updateOffice(db: Db, id: string, office: Office, edit: Edit): Promise<void> {
  await saveAgentPart(db, id, {
    ...edit,
    action: "estate_agent_office_updated",
    yours: office,
    read: readOffice,
    async write(trx, before) {
      const { address, ...columns } = office;
      await lockBrand(trx, office.brand_id);
      await trx.updateTable("estate_agents").set(columns).where("id", "=", id).execute();
      if (differingFields({ address: before.address }, { address }).length > 0) {
        await writeAddress(trx, id, address);
      }
    },
  });
}

/**
 * The office as its form has it.
 *
 * @throws NotFoundError agentNotFound
 */
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

/** The lines that an office's form asks for. */
function officeAddress(address: OfficeAddress): OfficeAddress {
  const { line_1, line_2, line_3, post_town, postcode } = address;
  return { line_1, line_2, line_3, post_town, postcode };
}

async function writeAddress(trx: Db, id: string, address: OfficeAddress | null) {
  const { office_address_id: kept } = await trx
    .selectFrom("estate_agents")
    .select("office_address_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const office_address_id = address && (await saveAddress(trx, kept, withUkCountry(address)));
  await trx.updateTable("estate_agents").set({ office_address_id }).where("id", "=", id).execute();
  if (kept && !address) await trx.deleteFrom("addresses").where("id", "=", kept).execute();
}

/** @throws NotFoundError when somebody has deleted the brand meanwhile; locks it against that. */
export async function lockBrand(trx: Db, id: string | null): Promise<void> {
  if (id === null) return;
  await trx
    .selectFrom("brands")
    .select("id")
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirstOrThrow(
      () => new NotFoundError("This brand is not there any more", { data: { field: "brand_id" } }),
    );
}
