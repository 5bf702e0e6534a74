import { z } from "zod";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { defineAction, refuseIfEnded } from "./action.ts";

/**
 * Takes one sale out of its group of new homes. The sale continues alone. Pages and letters of
 * the group leave it out.
 */
export const takeUnitOut = defineAction({
  kind: "take_unit_out",
  title: "Take this sale out of its group",
  event: "unit_taken_out",
  form: z.object({}),
  stored: z.object({ group_id: z.string().nullable(), group_name: z.string().nullable() }),
  read: (db, { transaction_id }) =>
    db
      .selectFrom("transactions")
      .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
      .select(["transactions.group_id", "transaction_groups.name as group_name"])
      .where("transactions.id", "=", transaction_id)
      .executeTakeFirstOrThrow(transactionNotFound),
  plan: (_db, _place, { before }) =>
    Promise.resolve({ before, after: { group_id: null, group_name: null } }),
  write: (trx, { transaction_id }, { group_id }) =>
    trx.updateTable("transactions").set({ group_id }).where("id", "=", transaction_id).execute(),
  show: ({ group_name }) => [{ label: "Group", text: group_name ?? "No group" }],
  refusal: (facts) =>
    facts.is_in_group ? refuseIfEnded(facts) : "This sale is not part of a group.",
  async undoConflict(_db, _place, { facts }) {
    return Promise.resolve(
      facts.is_in_group ? "This sale is part of a group again." : refuseIfEnded(facts),
    );
  },
});
