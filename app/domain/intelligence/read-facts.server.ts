import { sql } from "kysely";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import type {
  CheckResult,
  CheckStatus,
  PersonType,
} from "#app/domain/identity-checks/check-status.ts";
import {
  findSide,
  type MatterChecks,
  readMatterChecks,
  solicitorsOf,
} from "#app/domain/identity-checks/read-checks.server.ts";
import { isVerifiedParticipantSql } from "#app/domain/inbound-emails/received-emails.server.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { readReport } from "#app/domain/reports/report.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { latestPurchase } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";

export type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * Returns the facts about a matter that intelligence is written from. They include no text of
 * emails.
 * @throws NotFoundError "Transaction not found", also for an invalid id
 */
export async function readFacts(db: Db, reader: StaffReader, id: string) {
  const matter = await readTransaction(db, reader, id);
  const { purchase } = await db
    .selectFrom("transactions")
    .select(latestPurchase().as("purchase"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const searches = await db
    .selectFrom("searches")
    .select(["product_id", "status", "created_at"])
    .where("transaction_id", "=", id)
    .where("status", "<>", "cancelled")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const requests = await db
    .selectFrom("additional_requests")
    .select(["type", "status", "created_at", "sent_at"])
    .where("transaction_id", "=", id)
    .where("status", "in", ["pending", "sent"])
    .orderBy("created_at")
    .execute();
  const report = await readReport(db, reader, id);
  const {
    rows: [email],
  } = await sql<{ last_at: Date | null }>`
    select greatest(
      (select max(coalesce(sent_at, created_at)) from email_log where transaction_id = ${id}),
      (select max(received_at) from inbound_emails
        where transaction_id = ${id} and ${isVerifiedParticipantSql()})) as last_at`.execute(db);
  return {
    created_at: matter.created_at,
    assigned_sides: matter.assigned_sides,
    is_paid: matter.progress.payment === "complete",
    has_agent_answer: matter.progress.estate_agent === "complete",
    purchase: purchase && {
      is_active: purchase.is_active,
      sale_agreed: purchase.sale_agreed,
      exchanged: purchase.exchanged,
      completed: purchase.completed,
      aborted: purchase.aborted,
    },
    searches,
    requests,
    checks: listOpenChecks(await readMatterChecks(db, reader, id)),
    critical_issues: report?.critical_issues_count ?? 0,
    last_email_at: email?.last_at ?? null,
    context: {
      buyer: purchase ? fullNames(purchase.buyers) : null,
      seller: fullNames(matter.sellers),
      solicitor: (matter.seller_solicitor ?? matter.buyer_solicitor)?.name ?? null,
      agent: matter.estate_agent && agentLabel(matter.estate_agent),
    },
  };
}

type OpenCheck = {
  person_type: PersonType;
  status: CheckStatus | null;
  result: Exclude<CheckResult, "clear">;
  created_at: Date;
};

/**
 * Returns the ID checks of a matter's current participants that are not clear, including those that
 * have not been ordered but can be (N-024, N-025).
 */
function listOpenChecks(matter: MatterChecks): OpenCheck[] {
  const sides = [findSide(matter, "seller"), findSide(matter, "buyer")];
  const people = sides.flatMap((side) => side?.people ?? []);
  return people.flatMap(({ person_type, check }): OpenCheck[] => {
    if (check === null) {
      const canOrder = solicitorsOf(matter, person_type) !== null;
      const none = { status: null, result: null, created_at: matter.created_at };
      return canOrder ? [{ person_type, ...none }] : [];
    }
    const { status, created_at } = check;
    const result = check.result === "clear" ? null : check.result;
    return status === "complete" && result === null
      ? []
      : [{ person_type, status, result, created_at }];
  });
}
