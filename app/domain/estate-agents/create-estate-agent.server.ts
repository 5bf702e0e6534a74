import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { withUkCountry } from "#app/domain/properties/address.server.ts";
import { createAddress } from "#app/domain/properties/addresses.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { insertValuer } from "./change-valuers.server.ts";
import type { NewEstateAgent, Valuer } from "./parts.ts";
import { lockBrand } from "./update-office.server.ts";

/**
 * Makes a new estate agent with everything of theirs (M-031, AMB-M03).
 *
 * @returns its id
 * @throws ConflictError when a valuer has the email of another, with the field of the form; NotFoundError for the brand
 */
export async function createEstateAgent(
  db: Db,
  { office, valuers, negotiators, coordinator, checks }: NewEstateAgent,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const { address, ...columns } = office;
    await lockBrand(trx, office.brand_id);
    const { id } = await trx
      .insertInto("estate_agents")
      .values({
        ...columns,
        ...checks,
        office_address_id: address && (await createAddress(trx, withUkCountry(address))),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await insertValuers(trx, id, valuers);
    for (const negotiator of negotiators) {
      await trx
        .insertInto("negotiators")
        .values({ ...negotiator, estate_agent_id: id, created_at: sql`clock_timestamp()` })
        .execute();
    }
    if (coordinator) {
      await trx
        .insertInto("office_coordinators")
        .values({ ...coordinator, estate_agent_id: id })
        .execute();
    }
    const subject = { type: "estate_agent", id };
    await recordAudit(trx, { actor, action: "estate_agent_created", subject });
    return id;
  });
}

/** The last that is marked is the primary one, as if they had been added one by one (M-052); the first, if none is (M-055). */
async function insertValuers(trx: Db, estate_agent_id: string, valuers: readonly Valuer[]) {
  const primary = Math.max(
    0,
    valuers.findLastIndex((valuer) => valuer.primary_valuer),
  );
  for (const [index, valuer] of valuers.entries()) {
    await insertValuer(trx, estate_agent_id, {
      ...valuer,
      primary_valuer: index === primary,
    }).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
      const data = { field: `valuers[${index}].email` };
      throw new ConflictError(error.message, { data, cause: error });
    });
  }
}
