import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { env } from "#app/env.server.ts";
import type { Db } from "#db/connection.ts";
import type { ContactRequest } from "./contact-form.server.ts";

/** Keeps what somebody asks us, and tells the team (G-035, AMB-G05). */
export async function requestContact(trx: Db, asked: ContactRequest): Promise<void> {
  const { id } = await trx
    .insertInto("contact_requests")
    .values(asked)
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    name: "contact_request",
    recipient: env.TEAM_EMAIL,
    props: { contact_request_id: id },
  });
}
