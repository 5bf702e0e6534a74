import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { betweenFields, optionalPart, requiredPart } from "#app/domain/fields/form-rules.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import {
  createAddress,
  selectAddress,
  withUkCountry,
} from "#app/domain/properties/address.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import {
  agentNotFound,
  selectCoordinator,
  selectNegotiators,
  selectValuers,
} from "./agents.server.ts";
import { requireBrand } from "./brands.server.ts";
import { CHECK_SETTINGS, ChecksForm, OfficeForm } from "./office.server.ts";
import type { NewEstateAgent } from "./parts.ts";
import {
  CoordinatorForm,
  COORDINATORS,
  NegotiatorForm,
  NEGOTIATORS,
  ValuerForm,
  VALUERS,
} from "./people.server.ts";
import { PERSON_KINDS, tooMany, type Valuer, VALUER_EMAIL_TAKEN } from "./people.ts";

/** An estate agent with everything of theirs: how one is added, and read. */

const NO_VALUER = "Please add at least one valuer";

/** All of a new estate agent on one page (AMB-M03). */
export const NewEstateAgentForm = z
  .object({
    /** An office that has nothing filled in is told so once (M-051). */
    office: requiredPart(OfficeForm, "Please fill in the office details"),
    /** At least one, since a person has to be written to (M-050). */
    valuers: z
      .array(ValuerForm, { error: NO_VALUER })
      .min(1, NO_VALUER)
      .max(PERSON_KINDS.valuer.max, tooMany("valuer")),
    negotiators: z
      .array(NegotiatorForm)
      .max(PERSON_KINDS.negotiator.max, tooMany("negotiator"))
      .nullish()
      .transform((negotiators) => negotiators ?? []),
    coordinator: optionalPart(CoordinatorForm),
    checks: ChecksForm,
    form_key: z.string().default(""),
  })
  .superRefine(({ valuers }, context) => {
    if (!Array.isArray(valuers)) return;
    const emails = valuers.map(({ email }) => email);
    emails.forEach((email, index) => {
      if (typeof email === "string" && emails.indexOf(email) < index) {
        context.addIssue({
          code: "custom",
          path: ["valuers", index, "email"],
          message: VALUER_EMAIL_TAKEN,
        });
      }
    });
  }, betweenFields) satisfies z.ZodType<NewEstateAgent>;

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
    await requireBrand(trx, office.brand_id);
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
    for (const negotiator of negotiators) await NEGOTIATORS.insert(trx, id, negotiator, false);
    if (coordinator) {
      await COORDINATORS.save(trx, { estate_agent_id: id, person_id: id }, coordinator);
    }
    const subject = { type: "estate_agent", id };
    await recordAudit(trx, { actor, action: "estate_agent_created", subject });
    return id;
  });
}

/**
 * The last that is marked is the primary one, as if they had been added one by one (M-052); the first, if none is
 * (M-055).
 */
async function insertValuers(trx: Db, estate_agent_id: string, valuers: readonly Valuer[]) {
  const primary = Math.max(
    0,
    valuers.findLastIndex((valuer) => valuer.primary_valuer),
  );
  for (const [index, valuer] of valuers.entries()) {
    const added = { ...valuer, primary_valuer: index === primary };
    await VALUERS.insert(trx, estate_agent_id, added, false).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
      const data = { field: `valuers[${index}].email` };
      throw new ConflictError(error.message, { data, cause: error });
    });
  }
}

export type EstateAgent = Awaited<ReturnType<typeof readEstateAgent>>;

/**
 * An estate agent with everything of theirs (M-030). For staff: no owner narrows it.
 *
 * @throws NotFoundError agentNotFound (M-065)
 */
export async function readEstateAgent(db: Db, id: string) {
  if (!isObjectId(id)) throw agentNotFound();
  const { brand_id, office_name, office_phone_number, office_address, ...agent } = await db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .where("estate_agents.id", "=", id)
    .select(["estate_agents.id", "brand_id", "brand_name", "office_name", "office_phone_number"])
    .select(CHECK_SETTINGS)
    .select([
      selectAddress("estate_agents.office_address_id").as("office_address"),
      selectValuers().as("valuers"),
      selectNegotiators().as("negotiators"),
      selectCoordinator().as("coordinator"),
    ])
    .executeTakeFirstOrThrow(agentNotFound);
  const { valuers, negotiators, coordinator, brand_name, ...checks } = agent;
  return {
    id: agent.id,
    brand_name,
    office: { brand_id, office_name, office_phone_number, address: office_address },
    valuers,
    negotiators,
    coordinator,
    checks,
  };
}
