/** Facts about a matter that decide which firms we can ask about their step. */

import { NotFoundError } from "#app/domain/errors.ts";
import { readAgentToAssign } from "#app/domain/assignments/estate-agent.server.ts";
import { agentFullName } from "#app/domain/estate-agents/labels.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { openSteps } from "#app/domain/stages/current-step.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import { type ChasedFirm, CHASED_FIRMS, chaseTargets, FIRM_SIDES } from "./chase-words.ts";

/**
 * Reads what a question to a firm needs: the address, the firms, and which of them have a step.
 * @param today such as "2026-12-01"
 * @throws NotFoundError
 */
export async function readChasedMatter(db: Db, transaction_id: string, today: string) {
  requireTransactionId(transaction_id);
  const { stage_row, ...matter } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.id", "transactions.number", "transactions.handler_id"])
    .select(["transactions.seller_lawyer_group_id", "transactions.buyer_lawyer_group_id"])
    .select("transactions.estate_agent_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectStageRow().as("stage_row"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const facts = toStageFacts(stage_row);
  const end = endOf(facts, today);
  const isOver = end === "aborted" || end === "completed" || facts.pause !== null;
  return {
    ...matter,
    purchase_intent_id: stage_row.purchase_intent_id,
    targets: isOver
      ? []
      : chaseTargets(openSteps(facts, today), matter.estate_agent_id !== null).filter(
          ({ firm }) => firmId(matter, firm) !== null,
        ),
  };
}

type Firms = {
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
  estate_agent_id: string | null;
};

/** Returns the id of the lawyer group or estate agent of a matter; null if there is none. */
export function firmId(matter: Firms, firm: ChasedFirm): string | null {
  if (firm === "estate_agent") return matter.estate_agent_id;
  return matter[`${FIRM_SIDES[firm]}_lawyer_group_id`];
}

type FirmContact = {
  name: string;
  first_name: string | null;
  /** Address of the solicitor or primary valuer; null if there is none. */
  to: string | null;
  cc: string[];
};

/** Reads the name of a firm and the addresses that its emails go to. @throws NotFoundError */
export async function readFirmContact(
  db: Db,
  { firm, id }: { firm: ChasedFirm; id: string },
): Promise<FirmContact> {
  if (firm === "estate_agent") {
    const { primary_valuer, ...agent } = await readAgentToAssign(db, id);
    const { first_name = null, email = null } = primary_valuer ?? {};
    return { name: agentFullName(agent), first_name, to: email, cc: [] };
  }
  const { solicitor, legal_assistants, law_firm } = await readLawyerGroupWithFirm(db, id);
  return {
    name: law_firm.name,
    first_name: solicitor?.first_name ?? null,
    to: solicitor?.email ?? null,
    cc: solicitor ? legal_assistants.map(({ email }) => email) : [],
  };
}

/** Returns the firm in a URL. @throws NotFoundError */
export function requireChasedFirm(name: string): ChasedFirm {
  const firm = CHASED_FIRMS.find((known) => known === name);
  if (!firm) throw new NotFoundError("Page not found");
  return firm;
}
