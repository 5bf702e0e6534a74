import { planAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { inTransaction } from "#db/connection.ts";
import { staffReader } from "#tests/support/readers.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { open, send } from "../pages.ts";
import { confirmFields, readFields } from "../fields.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { addSeller, createMatter, createPurchaseAtStage } from "../transaction-tabs/matter.ts";
import { renderButton, type StaffForm, type StaffForms } from "./staff-form.ts";

/** Returns a form that types values into the page of an action and confirms them. */
function formOf(
  slug: string,
  event: StaffAction,
  typed: Record<string, string>,
  fields = Object.keys(typed),
): StaffForm {
  return {
    writes: [[event, "transaction", fields]],
    async arrange({ db, ada }) {
      const matter = await createMatter(db);
      await createPurchaseAtStage(db, matter, { active: true });
      return confirmOf(`/admin/transactions/${matter.id}/actions/${slug}`, ada, typed);
    },
  };
}

/** Types values into the page of an action. Returns the form that confirms them. */
function confirmOf(path: string, ada: Visitor, typed: Record<string, string>) {
  return async () => {
    const { html } = await open(path, ada);
    const fields = { ...readFields(html, "action"), ...typed };
    return { path, fields: confirmFields((await send(path, ada, fields)).html) };
  };
}

const BUYER_FIELDS = [
  ...["active_id", "buyers"],
  ...["inactive_id", "inactive_aborted", "inactive_released_on", "note"],
];

export const actionForms: StaffForms = {
  "transactions/actions/action.tsx": formOf("change-agreed-price", "agreed_price_changed", {
    agreed_price_pounds: "462,000",
  }),
  "transactions/actions/action.tsx corrects the asking price": formOf(
    "correct-asking-price",
    "asking_price_corrected",
    { asking_price_pounds: "475,000" },
  ),
  "transactions/actions/action.tsx corrects the tenure": formOf(
    "correct-tenure",
    "tenure_corrected",
    { tenure: "Other", tenure_details: "Commonhold" },
  ),
  "transactions/actions/action.tsx corrects the title number": formOf(
    "correct-title-number",
    "title_number_corrected",
    { title_number: "NYK123456" },
  ),
  "transactions/actions/action.tsx corrects the address": formOf(
    "correct-address",
    "address_corrected",
    { line_1: "99 Corrected Street", uprn: "100050001" },
    ["address"],
  ),
  "transactions/actions/action.tsx corrects the lender": formOf(
    "correct-lender",
    "lender_corrected",
    { mortgage_required_for_purchase: "yes", mortgage_provider: "Halifax" },
    ["mortgage_provider"],
  ),
  "transactions/actions/action.tsx corrects the seller’s lender": formOf(
    "correct-seller-lender",
    "seller_lender_corrected",
    { has_mortgage: "yes", seller_lender: "Halifax" },
    ["seller_lender"],
  ),
  "transactions/actions/action.tsx corrects the ownership": {
    ...formOf("correct-ownership", "ownership_corrected", { customer_type: "representative" }),
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await addSeller(db, id);
      const path = `/admin/transactions/${id}/actions/correct-ownership`;
      return confirmOf(path, ada, { customer_type: "representative" });
    },
  },
  "transactions/actions/action.tsx corrects a postal address": {
    writes: [["person_corrected", "transaction", ["correspondence_address_id"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const { person_id } = await addSeller(db, id);
      const path = `/admin/transactions/${id}/actions/correct-postal-address?person=${person_id}`;
      const typed = {
        line_1: "99 Corrected Street",
        post_town: "York",
        postcode: "YO1 7HZ",
        country: "GB",
      };
      return confirmOf(path, ada, typed);
    },
  },
  "transactions/actions/action.tsx ends a matter": formOf(
    "end-matter",
    "sale_ended",
    { end_reason: "Chain broke", end_note: "£5k short" },
    ["ended_on", "end_reason", "end_note"],
  ),
  "transactions/actions/action.tsx pauses a matter": formOf(
    "pause-matter",
    "sale_paused",
    { "paused_until.day": "1", "paused_until.month": "1", "paused_until.year": "2099" },
    ["paused_on", "paused_until"],
  ),
  "transactions/actions/action.tsx resumes a matter": {
    ...formOf("resume-matter", "sale_resumed", {}, ["ended_on", "end_reason"]),
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await db
        .updateTable("transactions")
        .set({ ended_on: "2026-11-20", end_reason: "Chain broke" })
        .where("id", "=", id)
        .execute();
      return confirmOf(`/admin/transactions/${id}/actions/resume-matter`, ada, {});
    },
  },
  "transactions/actions/action.tsx ends a pause": {
    ...formOf("resume-paused-matter", "sale_pause_ended", {}, ["paused_on", "paused_until"]),
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await db
        .updateTable("transactions")
        .set({ paused_on: "2026-11-20", paused_until: "2099-01-01" })
        .where("id", "=", id)
        .execute();
      return confirmOf(`/admin/transactions/${id}/actions/resume-paused-matter`, ada, {});
    },
  },
  "transactions/actions/action.tsx releases the buyer": formOf(
    "release-buyer",
    "buyer_released",
    { note: "Lost their job" },
    BUYER_FIELDS,
  ),
  "transactions/actions/action.tsx replaces the buyer": {
    ...formOf("replace-buyer", "buyer_replaced", {}, [
      "active_id",
      "inactive_id",
      "inactive_released_on",
      "note",
    ]),
    async arrange({ db, ada }) {
      const matter = await createMatter(db);
      const { id: purchase_intent_id } = await createPurchaseAtStage(db, matter);
      await createPurchaseAtStage(db, matter, { active: true });
      return confirmOf(`/admin/transactions/${matter.id}/actions/replace-buyer`, ada, {
        purchase_intent_id,
      });
    },
  },
  "transactions/actions/action.tsx resumes the buyer": {
    ...formOf("resume-buyer", "buyer_resumed", {}, BUYER_FIELDS),
    async arrange({ db, ada }) {
      const matter = await createMatter(db);
      const { id } = await createPurchaseAtStage(db, matter);
      await db
        .updateTable("purchase_intents")
        .set({ released_on: "2026-11-20", aborted: "2026-11-20" })
        .where("id", "=", id)
        .execute();
      return confirmOf(`/admin/transactions/${matter.id}/actions/resume-buyer`, ada, {});
    },
  },
  "transactions/actions/action.tsx takes a unit out of its group": {
    ...formOf("take-unit-out", "unit_taken_out", {}, ["group_id", "group_name"]),
    async arrange({ db, ada }) {
      const { units } = await insertGroup(db);
      return confirmOf(`/admin/transactions/${units[0]}/actions/take-unit-out`, ada, {});
    },
  },
  "transactions/actions/action.tsx agrees a sale": {
    ...formOf("agree-sale", "buyer_agreed", {}, [
      ...["active_id", "buyers", "inactive_id"],
      ...["agreed_price_pounds", "sale_agreed", "next"],
    ]),
    async arrange({ db, ada }) {
      const matter = await createMatter(db);
      const { id } = await createPurchaseAtStage(db, matter);
      return confirmOf(`/admin/transactions/${matter.id}/actions/agree-sale`, ada, {
        purchase_intent_id: id,
        agreed_price_pounds: "450,000",
      });
    },
  },
  "transactions/actions/undo.ts": {
    writes: [["action_undone", "transaction", ["title_number"]]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const place = { transaction_id: id, kind: "correct_title_number" } as const;
      const choice = { title_number: "NYK123456" };
      const confirmed = hashPlan(await planAction(db, staffReader(), place, choice));
      const planned = { choice, confirmed, actor: staffReader({ id: ada.id }) };
      const action_id = await inTransaction(db, (trx) => takeAction(trx, place, planned));
      return renderButton(`/admin/transactions/${id}/actions/${action_id}/undo`, {});
    },
  },
};
