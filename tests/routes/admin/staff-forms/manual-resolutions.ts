import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";
import { markAsRestored } from "#tests/support/restored.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { openAndConfirm, tabOf } from "../transaction-tabs/check-pages.ts";
import { createMatterWithPeople, listChecks } from "../transaction-tabs/checked-matter.ts";
import { createMatter } from "../transaction-tabs/matter.ts";
import {
  renderConfirmation,
  renderFilledForm,
  renderButton,
  type StaffForm,
  type StaffForms,
} from "./staff-form.ts";

/**
 * Staff forms that resolve a problem by hand: unconfirmed orders, messages and documents that could
 * not be processed, and a database that was restored from a backup.
 */

const HALF_AN_HOUR_AGO = sql<Date>`now() - interval '30 minutes'`;

/**
 * Orders an identity check that Thirdfort accepts but never confirms. Returns the page that
 * resolves the order, and Thirdfort’s id for the check.
 */
async function unansweredCheck(db: Db, ada: Visitor) {
  const { id, seller } = await createMatterWithPeople(db);
  await openAndConfirm(ada, seller, "order");
  const [check] = await listChecks(db, id);
  await db
    .updateTable("identity_checks")
    .set({ thirdfort_id: null, order_sent_at: HALF_AN_HOUR_AGO })
    .where("transaction_id", "=", id)
    .execute();
  const path = `${tabOf(id)}/${seller.person_type}/${seller.person_id}/settle`;
  return { path, vendor_id: check?.thirdfort_id ?? "" };
}

async function unansweredSearches(db: Db) {
  const { id } = await createMatter(db);
  await db
    .insertInto("search_orders")
    .values({
      transaction_id: id,
      is_reorder: false,
      building_number: "12",
      created_at: HALF_AN_HOUR_AGO,
    })
    .execute();
  return `/admin/transactions/${id}/searches/settle`;
}

const settled = (ada: Visitor, path: string, answer: Record<string, string>) =>
  renderFilledForm(ada, path, "settle-order-form", () => answer);

const checkPages: StaffForm = {
  writes: [["report_pages_checked", "transaction", ["checked_pages"]]],
  raceOutcome: "same",
  async arrange({ db }) {
    const { id } = await createMatter(db);
    const search_id = await addSearch(db, id, { pages: [null] });
    const { id: document_id } = await db
      .updateTable("search_documents")
      .set({ unread_pages: [1] })
      .where("search_id", "=", search_id)
      .returning("id")
      .executeTakeFirstOrThrow();
    return renderButton(`/admin/transactions/${id}/searches/report/pages`, {
      document_id,
      page: "1",
    });
  },
};

const leaveOut = (leave_out: "yes" | "no"): StaffForm => ({
  writes: [
    [
      leave_out === "yes" ? "report_document_left_out" : "report_document_taken_in",
      "transaction",
      ["left_out_by"],
    ],
  ],
  raceOutcome: "same",
  async arrange({ db, ada }) {
    const { id } = await createMatter(db);
    const search_id = await addSearch(db, id);
    const { id: document_id } = await db
      .selectFrom("search_documents")
      .select("id")
      .where("search_id", "=", search_id)
      .executeTakeFirstOrThrow();
    if (leave_out === "no") {
      await db
        .updateTable("search_documents")
        .set({ left_out_by: ada.id, left_out_at: new Date() })
        .where("id", "=", document_id)
        .execute();
    }
    const path = `/admin/transactions/${id}/searches/report/documents`;
    return renderButton(path, { document_id, leave_out });
  },
});

export const resolutionForms: StaffForms = {
  "transactions/thirdfort/resolve-order.tsx confirms": {
    writes: [
      ["thirdfort_check_ordered", "transaction", []],
      ["thirdfort_order_confirmed", "transaction", ["thirdfort_id"]],
    ],
    async arrange({ db, ada }) {
      const { path, vendor_id } = await unansweredCheck(db, ada);
      return settled(ada, path, { outcome: "taken", vendor_id });
    },
  },
  "transactions/thirdfort/resolve-order.tsx cancels": {
    writes: [["thirdfort_order_called_off", "transaction", []]],
    async arrange({ db, ada }) {
      const { path } = await unansweredCheck(db, ada);
      return settled(ada, path, { outcome: "not_taken", vendor_id: "" });
    },
  },
  "transactions/searches/resolve-order.tsx confirms": {
    writes: [["searches_order_confirmed", "transaction", ["reference"]]],
    async arrange({ db, ada }) {
      const vendor_id = `OS${crypto.randomUUID().slice(0, 8)}`;
      return settled(ada, await unansweredSearches(db), { outcome: "taken", vendor_id });
    },
  },
  "transactions/searches/resolve-order.tsx cancels": {
    writes: [["searches_order_called_off", "transaction", []]],
    async arrange({ db, ada }) {
      const answer = { outcome: "not_taken", vendor_id: "" };
      return settled(ada, await unansweredSearches(db), answer);
    },
  },
  "transactions/searches/tab.tsx resolves a problem": {
    writes: [["search_problem_dealt_with", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db }) {
      const { id } = await createMatter(db);
      const sha256 = crypto.randomUUID().replaceAll("-", "").repeat(2);
      const message = await db
        .insertInto("search_messages")
        .values({ transaction_id: id, sha256, s3_document_key: "test/a.xml", size_bytes: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { id: problem_id } = await db
        .insertInto("search_message_errors")
        .values({ transaction_id: id, message_id: message.id, position: 0, reason: "Not taken." })
        .returning("id")
        .executeTakeFirstOrThrow();
      return renderButton(`/admin/transactions/${id}/searches`, { problem_id });
    },
  },
  "transactions/report/check-pages.ts": checkPages,
  "transactions/report/exclude-document.ts excludes": leaveOut("yes"),
  "transactions/report/exclude-document.ts includes": leaveOut("no"),
  "status/retry-job.tsx": {
    writes: [["job_retried", "job", []]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `/admin/status/jobs/${await addFailedJob(db)}/try-again`);
    },
  },
  "status/cancel-job.tsx": {
    writes: [["job_called_off", "job", []]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `/admin/status/jobs/${await addFailedJob(db)}/call-off`);
    },
  },
  "restoration/end.tsx": {
    writes: [["restoration_ended", "restoration", ["ended_at"]]],
    async arrange({ db, ada }) {
      // Sending and ordering are off until the restoration ends, and this form ends it.
      await markAsRestored(db);
      return renderConfirmation(ada, "/admin/restoration/end");
    },
  },
};
