/** The estate agent’s fee on a matter, which staff record and letters can state (issue 50). */

import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { optionalFreeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { oneOf } from "#app/domain/shared/form-rules.server.ts";
import { parsePence } from "#app/domain/shared/money.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { type AgentFee, typedAgentFee } from "./agent-fee.ts";

const COLUMNS = ["agent_fee_pence", "agent_fee_basis_points", "agent_fee_includes_vat"] as const;

/**
 * Returns the estate agent’s fee on a matter; null if it is unknown. It does not check whose matter
 * it is.
 * @throws NotFoundError
 */
export async function readAgentFee(db: Db, transaction_id: string): Promise<AgentFee | null> {
  requireTransactionId(transaction_id);
  const { agent_fee_pence, agent_fee_basis_points, agent_fee_includes_vat } = await db
    .selectFrom("transactions")
    .select(COLUMNS)
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  if (agent_fee_includes_vat === null) return null;
  return {
    amount_pence: agent_fee_pence,
    basis_points: agent_fee_basis_points,
    includes_vat: agent_fee_includes_vat,
  };
}

const MIN_PENCE = 50_00;
const MAX_PENCE = 1_000_000_00;
const MAX_BASIS_POINTS = 20_00;

const INVALID_FEE = "Enter an amount, like £3,000, or a percentage, like 1.25%";

/** Parses a fee that staff typed. Returns null if it is neither an amount nor a percentage. */
function parseFee(typed: string): Pick<AgentFee, "amount_pence" | "basis_points"> | null {
  const [, whole, part = ""] = /^(\d{1,2})(?:\.(\d{1,2}))?\s?%$/.exec(typed) ?? [];
  if (whole === undefined) {
    const amount_pence = parsePence(typed);
    return amount_pence === null ? null : { amount_pence, basis_points: null };
  }
  return { amount_pence: null, basis_points: Number(whole) * 100 + Number(part.padEnd(2, "0")) };
}

/** Returns the error of a fee that is too small or too large, or null. */
function feeProblem({ amount_pence, basis_points }: ReturnType<typeof parseFee> & object) {
  if (basis_points !== null) {
    return basis_points > 0 && basis_points <= MAX_BASIS_POINTS
      ? null
      : "Enter a percentage between 0.01% and 20%";
  }
  if (amount_pence === null || amount_pence < MIN_PENCE) {
    return "Enter an amount of at least £50, or add % to a percentage";
  }
  return amount_pence <= MAX_PENCE ? null : "Enter an amount up to £1,000,000";
}

/** Form of the agent’s fee. An empty fee means that we don’t know it. */
export const AgentFeeForm = z
  .object({
    fee: optionalFreeText(INVALID_FEE, { max: 20, read: staffTextLine }).transform(
      (typed, context) => {
        if (typed === null) return null;
        const fee = parseFee(typed);
        const problem = fee === null ? INVALID_FEE : feeProblem(fee);
        if (fee !== null && problem === null) return typedAgentFee({ ...fee, includes_vat: false });
        context.addIssue({ code: "custom", message: problem ?? INVALID_FEE });
        return z.NEVER;
      },
    ),
    vat: oneOf(["plus", "included"]),
  })
  // An unknown fee has one form only, so that two editors who leave it empty agree.
  .transform(({ fee, vat }) => ({ fee, vat: fee === null ? ("plus" as const) : vat }));

export type AgentFeeValues = z.output<typeof AgentFeeForm>;

/**
 * Reads the fee as its form shows it.
 * @throws NotFoundError; ConflictError if the matter has no estate agent
 */
export async function readAgentFeeForm(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<AgentFeeValues> {
  requireTransactionId(transaction_id);
  const { estate_agent_id } = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  if (estate_agent_id === null) {
    throw new ConflictError("No estate agent is assigned to this matter");
  }
  const fee = await readAgentFee(db, transaction_id);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    fee: fee && typedAgentFee(fee),
    vat: fee?.includes_vat ? "included" : "plus",
  };
}

/**
 * Records the estate agent’s fee on a matter. It sends no email. The history shows the old and the
 * new fee.
 * @throws EditConflictError, NotFoundError; ConflictError if the matter has no estate agent
 */
export async function updateAgentFee(
  db: Db,
  transaction_id: string,
  yours: AgentFeeValues,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "agent_fee_updated",
    subject: { type: "transaction", id: transaction_id },
    yours,
    async read(trx) {
      await lockMatter(trx, transaction_id);
      return readAgentFeeForm(trx, service, transaction_id);
    },
    async write(trx) {
      const fee = yours.fee === null ? null : parseFee(yours.fee);
      await trx
        .updateTable("transactions")
        .set({
          agent_fee_pence: fee?.amount_pence ?? null,
          agent_fee_basis_points: fee?.basis_points ?? null,
          agent_fee_includes_vat: fee && yours.vat === "included",
        })
        .where("id", "=", transaction_id)
        .execute();
    },
  });
}
