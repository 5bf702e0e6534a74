import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { createAddress, selectAddress, withUkCountry } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  crossFieldRule,
  optionalPart,
  requiredPart,
} from "#app/domain/shared/form-rules.server.ts";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/paging.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import {
  agentNotFound,
  agentSortName,
  primaryValuer,
  selectCoordinator,
  selectNegotiators,
  selectValuers,
} from "./agent-queries.server.ts";
import { requireBrand } from "./brands.server.ts";
import { CoordinatorForm, upsertCoordinator } from "./coordinators.server.ts";
import { insertNegotiator, NegotiatorForm } from "./negotiators.server.ts";
import { CHECK_SETTINGS, ChecksForm, OfficeForm } from "./office.server.ts";
import {
  type NewEstateAgent,
  PERSON_KINDS,
  tooManyPeopleMessage,
  type Valuer,
  VALUER_EMAIL_TAKEN,
} from "./parts.ts";
import { insertValuer, ValuerForm } from "./valuers.server.ts";

const NO_VALUER = "Please add at least one valuer";

export const NewEstateAgentForm = z
  .object({
    /** Office details left empty get one error, not one per field (M-051). */
    office: requiredPart(OfficeForm, "Please fill in the office details"),
    /** At least one valuer, so that there is someone to email (M-050). */
    valuers: z
      .array(ValuerForm, { error: NO_VALUER })
      .min(1, NO_VALUER)
      .max(PERSON_KINDS.valuer.max, tooManyPeopleMessage("valuer")),
    negotiators: z
      .array(NegotiatorForm)
      .max(PERSON_KINDS.negotiator.max, tooManyPeopleMessage("negotiator"))
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
  }, crossFieldRule) satisfies z.ZodType<NewEstateAgent>;

/**
 * Creates an estate agent with its people and settings (M-031, AMB-M03).
 * @returns the id
 * @throws ConflictError if a valuer's email is in use, with `data.field`; NotFoundError for the
 * brand
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
    for (const negotiator of negotiators) await insertNegotiator(trx, id, negotiator);
    if (coordinator) await upsertCoordinator(trx, id, coordinator);
    const subject = { type: "estate_agent", id };
    await recordAudit(trx, { actor, action: "estate_agent_created", subject });
    return id;
  });
}

/**
 * Inserts valuers. The last valuer marked as primary is the primary one (M-052). If none is marked,
 * the first is (M-055).
 */
async function insertValuers(trx: Db, estate_agent_id: string, valuers: readonly Valuer[]) {
  const primary = Math.max(
    0,
    valuers.findLastIndex((valuer) => valuer.primary_valuer),
  );
  for (const [index, valuer] of valuers.entries()) {
    const added = { ...valuer, primary_valuer: index === primary };
    await insertValuer(trx, estate_agent_id, added).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
      const data = { field: `valuers[${index}].email` };
      throw new ConflictError(error.message, { data, cause: error });
    });
  }
}

export type EstateAgent = Awaited<ReturnType<typeof readEstateAgent>>;

/**
 * Returns an estate agent with its people and settings. Only for staff (M-030).
 * @throws NotFoundError (M-065)
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

type EstateAgentFilter = {
  brand_id?: string | undefined;
  /**
   * Text to find in the office name, brand name, office phone number, or a valuer's name or email.
   */
  search?: string | undefined;
};

export type ListedEstateAgent = Awaited<ReturnType<typeof readItems>>[number];

type EstateAgentList = NumberedPage<ListedEstateAgent> & {
  total_of_all: number;
  brands: { id: string; brand_name: string; agents: number }[];
};

/**
 * Lists the estate agents that match the filter, by name, and counts the matches of each brand
 * (M-016, M-017). A page number past the end shows the last page.
 */
export async function listEstateAgents(
  db: Db,
  filter: EstateAgentFilter,
  query: NumberedQuery,
): Promise<EstateAgentList> {
  const [brands, counts] = await Promise.all([listBrandNames(db), countByBrand(db, filter)]);
  const found = counts.filter(({ brand_id }) => !filter.brand_id || brand_id === filter.brand_id);
  const total = found.reduce((sum, { agents }) => sum + agents, 0);
  const limits = pageLimits(query, total);
  const items = await readItems(db, filter, limits);
  const agentsOf = new Map(counts.map(({ brand_id, agents }) => [brand_id, agents]));
  return {
    ...numberedPage(items, limits, total),
    total_of_all: counts.reduce((sum, { all }) => sum + all, 0),
    brands: brands.map((brand) => ({ ...brand, agents: agentsOf.get(brand.id) ?? 0 })),
  };
}

function readItems(db: Db, filter: EstateAgentFilter, page: { limit: number; offset: number }) {
  return db
    .selectFrom(byName(db, filter, page).as("shown"))
    .innerJoin("estate_agents", "estate_agents.id", "shown.id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "office_name", "office_phone_number", "brand_name"])
    .select(primaryValuer().as("primary_valuer"))
    .orderBy("shown.name")
    .orderBy("shown.id")
    .execute();
}

/**
 * Selects the ids on a page. Joining valuers here would also read the valuers of all earlier pages.
 */
function byName(db: Db, filter: EstateAgentFilter, page: { limit: number; offset: number }) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select("estate_agents.id")
    .select(agentSortName().as("name"))
    .where(matches(filter))
    .orderBy("name")
    .orderBy("estate_agents.id")
    .limit(page.limit)
    .offset(page.offset);
}

function listBrandNames(db: Db) {
  return (
    db
      .selectFrom("brands")
      .select(["brands.id", "brands.brand_name"])
      // Sort in the same order as brand_name, but lowercase each name only once instead of once per
      // comparison.
      .orderBy(sql`lower(brands.brand_name::text)`)
      .execute()
  );
}

/** Counts the matching agents and all agents of each brand, and of no brand, in one scan. */
function countByBrand(db: Db, { search }: EstateAgentFilter) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select((eb) => [
      "estate_agents.brand_id",
      eb.fn.countAll<number>().filterWhere(matches({ search })).as("agents"),
      eb.fn.countAll<number>().as("all"),
    ])
    .groupBy("estate_agents.brand_id")
    .execute();
}

function matches({ brand_id, search }: EstateAgentFilter): Expression<SqlBool> {
  const eb = expressionBuilder<DB, "estate_agents" | "brands">();
  const conditions: Expression<SqlBool>[] = [eb.lit(true)];
  if (brand_id) conditions.push(eb("estate_agents.brand_id", "=", brand_id));
  if (search) {
    const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(
      eb.or([
        eb("estate_agents.office_name", "ilike", part),
        eb("estate_agents.office_phone_number", "ilike", part),
        eb(sql<string>`brands.brand_name::text`, "ilike", part),
        // "in" scans the valuers once; "exists" would look up the valuers of each agent.
        eb(
          "estate_agents.id",
          "in",
          eb
            .selectFrom("valuers")
            .select("valuers.estate_agent_id")
            .where(
              sql<boolean>`concat_ws(' ', valuers.first_name, valuers.last_name, valuers.email) ilike ${part}`,
            ),
        ),
      ]),
    );
  }
  return eb.and(conditions);
}
