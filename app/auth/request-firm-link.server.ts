import { BLACK_HOLE } from "#app/clients/postmark/client.server.ts";
import {
  type AgentPlace,
  findOfficePerson,
} from "#app/domain/estate-agents/office-people.server.ts";
import { type FirmPlace, findActingGroup } from "#app/domain/firm-pages/acting-firm.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { streetLine } from "#app/domain/shared/address.ts";
import { withIdempotentVendorCall } from "#app/forms/form-key.server.ts";
import { refundLimits } from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import type { EmailProps } from "#app/emails/index.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { readBrowserHash } from "./browser-id.server.ts";
import { issueFirmLink, type LinkOwner, type PagePlace } from "./firm-sessions.server.ts";
import { type LinkRequestForm, SEND_TIMEOUT_MS, type SendOutcome } from "./request-link.server.ts";
import { sendEmailNow } from "./send-email-now.server.ts";
import { consumeSendLimits } from "./send-limits.server.ts";

/**
 * Emails a sign-in link for the page of a law firm or of an office, if the address is that of a
 * person in the lawyer group that acts there, or at the office. Every other address gets the same
 * answer and no email.
 */
export function requestFirmLink(
  db: Db,
  request: Request,
  { formKey, proven, place, email }: LinkRequestForm & { place: PagePlace; email: string },
): Promise<SendOutcome> {
  const form = { name: "firm-sign-in", key: formKey, body: { place, email } };
  return withIdempotentVendorCall<SendOutcome>(db, form, async () => {
    const taken = await consumeSendLimits(db, request, { email, proven });
    if (taken.kind !== "free") return taken;
    try {
      const requested_by = await readBrowserHash(request);
      await withTimeout(sendLink(db, place, { email, requested_by }), SEND_TIMEOUT_MS);
      return { kind: "sent", setCookie: null };
    } catch (error) {
      report(error);
      await refundLimits(db, taken.turns);
      return { kind: "failed" };
    }
  });
}

/**
 * Creates and emails a link. Takes the same steps for every address, so that response times don’t
 * reveal who works where. The email to any other address goes to a test address that discards it,
 * and so do all of them while a restore is under review.
 */
async function sendLink(
  db: Db,
  place: PagePlace,
  { email, requested_by }: { email: string; requested_by: string | null },
) {
  const { owner, letter } =
    "side" in place
      ? await prepareForFirm(db, place, email)
      : await prepareForAgent(db, place, email);
  const token = await issueFirmLink(db, { owner, requested_by });
  const isHeld = (await readRestoration(db)) !== null;
  const recipient = owner && !isHeld ? email : BLACK_HOLE;
  await sendEmailNow(db, { ...letter(token), recipient });
}

type Prepared<Name extends "magic_link_firm" | "magic_link_agent"> = {
  /** Null for any other address. */
  owner: LinkOwner | null;
  letter: (token: string) => { name: Name; props: EmailProps[Name] };
};

async function prepareForFirm(
  db: Db,
  place: FirmPlace,
  email: string,
): Promise<Prepared<"magic_link_firm">> {
  const { side, transaction_id } = place;
  const group = await findActingGroup(db, place, email);
  const home = await findHome(db, transaction_id);
  return {
    owner: group && { side, transaction_id, lawyer_group_id: group.lawyer_group_id, email },
    letter: (token) => ({
      name: "magic_link_firm",
      props: { side, home, link: siteUrl(paths.firm.open(side, transaction_id, { token })) },
    }),
  };
}

async function prepareForAgent(
  db: Db,
  { estate_agent_id }: AgentPlace,
  email: string,
): Promise<Prepared<"magic_link_agent">> {
  const { office, works_there } = await findOfficePerson(db, { estate_agent_id }, email);
  return {
    owner: works_there ? { estate_agent_id, email } : null,
    letter: (token) => ({
      name: "magic_link_agent",
      props: { office, link: siteUrl(paths.agent.open(estate_agent_id, { token })) },
    }),
  };
}

/** Returns the street of a matter’s property; "a property" if there is no such matter. */
async function findHome(db: Db, transaction_id: string): Promise<string> {
  const found = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirst();
  return found ? streetLine(found.address) : "a property";
}
