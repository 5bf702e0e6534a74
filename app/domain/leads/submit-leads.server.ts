import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { env } from "#app/env.server.ts";
import type { Db } from "#db/connection.ts";
import type { Lead } from "./lead-form.server.ts";
import type { Valuer } from "./valuers.server.ts";

/** Keeps a valuer's leads for their office, and tells the team in one email (G-060, AMB-G08). */
export async function submitLeads(
  trx: Db,
  { valuer, leads }: { valuer: Pick<Valuer, "id" | "estate_agent_id">; leads: readonly Lead[] },
): Promise<void> {
  const rows = await trx
    .insertInto("leads")
    .values(
      leads.map(({ initial_asking_price, ...lead }) => ({
        ...lead,
        initial_asking_price_pounds: initial_asking_price,
        valuer_id: valuer.id,
        estate_agent_id: valuer.estate_agent_id,
      })),
    )
    .returning("id")
    .execute();
  await queueEmail(trx, {
    name: "valuer_leads_submitted",
    recipient: env.TEAM_EMAIL,
    props: { lead_ids: rows.map(({ id }) => id) },
  });
}
