import { consumeFirmLink, issueFirmLink } from "#app/auth/firm-sessions.server.ts";
import type { Db } from "#db/connection.ts";
import { cookieOf } from "./cookies.ts";
import { createPaidSale } from "./documents.ts";
import { insertAgent, negotiator, valuer } from "./estate-agents.ts";

/**
 * Creates a paid sale whose estate agent is an office with a valuer, a negotiator and a
 * coordinator. `email` is the valuer’s address.
 */
export async function agentMatter(db: Db) {
  const matter = await createPaidSale(db, { tenure: "Freehold" });
  const office = await insertOffice(db);
  await assignOffice(db, matter.id, office.estate_agent_id);
  return { ...matter, ...office };
}

/** Inserts an office with three people. `email` is the valuer’s address. */
export async function insertOffice(db: Db) {
  const email = `laura.${crypto.randomUUID()}@agent.example`;
  const estate_agent_id = await insertAgent(db, {
    valuers: [valuer("Laura", { last_name: "Fenton", email, primary_valuer: true })],
    negotiators: [{ ...negotiator("Ned"), email: `ned.${email}` }],
    coordinator: { ...negotiator("Cora"), email: `cora.${email}`, is_subscribed: false },
  });
  return { estate_agent_id, email };
}

export const assignOffice = (db: Db, id: string, estate_agent_id: string) =>
  db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", id)
    .execute();

/** Signs a person of an office in, as the emailed link does. Returns the cookie. */
export async function signInAgent(
  db: Db,
  { estate_agent_id, email }: { estate_agent_id: string; email: string },
): Promise<string> {
  const token = await issueFirmLink(db, {
    owner: { estate_agent_id, email },
    requested_by: null,
  });
  return cookieOf(await consumeFirmLink(db, { estate_agent_id }, { token, session_id: null }));
}
