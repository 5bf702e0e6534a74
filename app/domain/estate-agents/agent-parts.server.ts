import { expressionBuilder } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { DB } from "#db/types.d.ts";

/** Parts of what is read of an estate agent, for queries that have `estate_agents` in their FROM. */

const eb = expressionBuilder<DB, "estate_agents">();

const valuers = () =>
  eb
    .selectFrom("valuers")
    .select(["id", "first_name", "last_name", "email", "phone_number"])
    .select(["primary_valuer", "is_subscribed"])
    .whereRef("valuers.estate_agent_id", "=", "estate_agents.id");

/** The primary one first, the others as they were added. */
export function selectValuers() {
  return jsonArrayFrom(
    valuers().orderBy("primary_valuer", "desc").orderBy("created_at").orderBy("id"),
  );
}

export function primaryValuer() {
  return jsonObjectFrom(valuers().where("primary_valuer", "=", true));
}

export function selectNegotiators() {
  return jsonArrayFrom(
    eb
      .selectFrom("negotiators")
      .select(["id", "first_name", "last_name", "email", "phone_number"])
      .whereRef("negotiators.estate_agent_id", "=", "estate_agents.id")
      .orderBy("created_at")
      .orderBy("id"),
  );
}

export function selectCoordinator() {
  return jsonObjectFrom(
    eb
      .selectFrom("office_coordinators")
      .select(["first_name", "last_name", "email", "phone_number", "is_subscribed"])
      .whereRef("office_coordinators.estate_agent_id", "=", "estate_agents.id"),
  );
}

/** The settings of identity checks, as the columns are called. */
export const CHECK_SETTINGS = [
  "requests_seller_thirdfort_checks",
  "requests_buyer_thirdfort_checks",
  "receives_seller_thirdfort_checks",
  "receives_buyer_thirdfort_checks",
  "thirdfort_requester_emails",
] as const;
