import { findAgreement } from "#app/domain/agreements/agreements.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { readLatestMemorandum } from "#app/domain/memoranda/memoranda.server.ts";
import type { AgentReader } from "#app/domain/readers/reader.ts";
import { describeReadyHome } from "#app/domain/ready-links/describe-ready-home.ts";
import { selectSearchCounts } from "#app/domain/searches/searches.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { selectOfficeSales, toOfficeSale } from "./office-sales.server.ts";
import { saleStage, stageExpected } from "./sale-words.ts";

/**
 * Returns what the page of a sale shows its estate agent: the stage and the day by which it is
 * expected, what is ready for a buyer, the dates, our handler, and the memorandum that this office
 * has sent.
 * @throws NotFoundError, also if another office is the sale’s agent
 */
export async function readOfficeSale(
  db: Db,
  reader: AgentReader,
  transaction_id: string,
  now: Date,
) {
  requireTransactionId(transaction_id);
  const today = londonDay(now);
  const { searches, ...row } = await selectOfficeSales(db, reader, now)
    .select(selectSearchCounts().as("searches"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const { address, facts, has_active_purchase } = toOfficeSale(row);
  const { estate_agent_id } = reader;
  const memorandum = await readLatestMemorandum(db, { transaction_id, estate_agent_id });
  const has_buyer = has_active_purchase || (await findAgreement(db, transaction_id)) !== null;
  const stage = saleStage(facts, today);
  const home = { facts, has_active_purchase, search_count: searches.ordered };
  return {
    address,
    ...stage,
    expected: stageExpected(facts, { history: await readStageHistory(db), today }),
    dates: {
      exchange: facts.purchase?.exchanged ?? null,
      completion: facts.purchase?.completed ?? null,
    },
    ready: stage.is_over ? [] : describeReadyHome(home, today).rows,
    has_buyer,
    memorandum,
    contact: await readMatterContact(db, reader, transaction_id, now),
  };
}
