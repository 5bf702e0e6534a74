import { insertAgreedInformation } from "#tests/support/property-information.ts";
import type { Db } from "#db/connection.ts";
import { insertAgent, NO_CHECKS } from "#tests/support/estate-agents.ts";
import { payByCard } from "#tests/support/payments.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { confirmPage, openAndConfirm } from "../transaction-tabs/check-pages.ts";
import { createMatterWithPeople } from "../transaction-tabs/checked-matter.ts";
import { createMatter } from "../transaction-tabs/matter.ts";
import {
  renderConfirmation,
  renderFilledForm,
  renderButton,
  type StaffForm,
  type StaffForms,
} from "./staff-form.ts";

/** Staff forms that order or request something, some of them from a vendor. */

const searches = (id: string, part = "") => `/admin/transactions/${id}/searches${part}`;

const orderPage = (ada: Visitor, id: string) =>
  renderFilledForm(ada, searches(id, "/order"), "order-searches-form", () => ({
    building_number: "12",
  }));

async function checked(db: Db, ada: Visitor, status: "pending" | "failed") {
  const { id, seller } = await createMatterWithPeople(db);
  await openAndConfirm(ada, seller, "order");
  await db
    .updateTable("identity_checks")
    .set({ status })
    .where("transaction_id", "=", id)
    .execute();
  return seller;
}

async function createMatterWithCheckAgent(db: Db) {
  const { id } = await createMatterWithPeople(db);
  const estate_agent_id = await insertAgent(db, {
    checks: {
      ...NO_CHECKS,
      requests_seller_thirdfort_checks: true,
      requests_buyer_thirdfort_checks: true,
      thirdfort_requester_emails: ["one@north.example", "two@north.example"],
    },
  });
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", id)
    .execute();
  return id;
}

const requestChecks = (side: "seller" | "buyer"): StaffForm => ({
  writes: [[`thirdfort_${side}_request_email_sent`, "transaction", []]],
  async arrange({ db, ada }) {
    return renderConfirmation(
      ada,
      `/admin/transactions/${await createMatterWithCheckAgent(db)}/thirdfort/request/${side}`,
    );
  },
});

const markRequest = (before: "pending" | "sent", after: "sent" | "received"): StaffForm => ({
  writes: [[`additional_request_${after}`, "transaction", ["status"]]],
  raceOutcome: "same",
  async arrange({ db }) {
    const { id } = await createMatter(db);
    const request = await db
      .insertInto("additional_requests")
      .values({ transaction_id: id, type: "title_plan", status: before })
      .returning(["id as request_id", "version"])
      .executeTakeFirstOrThrow();
    const step = { ...request, version: String(request.version), status: after };
    return renderButton(searches(id), step);
  },
});

export const orderForms: StaffForms = {
  "transactions/orders/refund.tsx": {
    writes: [["refund_requested", "transaction", ["amount_pence", "reason"]]],
    lockedTable: "refunds",
    async arrange({ db, ada, doubles }) {
      const { sale } = await payByCard(db, doubles);
      const path = `/admin/transactions/${sale.transaction_id}/orders/refund`;
      return async () => {
        const { html } = await open(path, ada);
        const fields = { ...readFields(html, "refund-form"), amount: "50", reason: "Slow reply" };
        return { path, fields: confirmFields((await send(path, ada, fields)).html) };
      };
    },
  },
  "transactions/thirdfort/check.tsx orders": {
    writes: [["thirdfort_check_ordered", "transaction", []]],
    lockedTable: "identity_checks",
    async arrange({ db, ada }) {
      return renderConfirmation(
        ada,
        confirmPage((await createMatterWithPeople(db)).seller, "order"),
      );
    },
  },
  "transactions/thirdfort/check.tsx reorders": {
    writes: [["thirdfort_check_reordered", "transaction", []]],
    lockedTable: "identity_checks",
    async arrange({ db, ada }) {
      return renderConfirmation(ada, confirmPage(await checked(db, ada, "failed"), "reorder"));
    },
  },
  "transactions/thirdfort/check.tsx aborts": {
    writes: [["thirdfort_check_aborted", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      return renderConfirmation(ada, confirmPage(await checked(db, ada, "pending"), "abort"));
    },
  },
  "transactions/thirdfort/order-checks.tsx": {
    writes: [["thirdfort_check_ordered", "transaction", []]],
    lockedTable: "identity_checks",
    async arrange({ db, ada }) {
      const { id, seller } = await createMatterWithPeople(db);
      const path = `/admin/transactions/${id}/thirdfort/order`;
      return renderFilledForm(ada, path, "order-checks", () => ({
        "people[0]": `seller-${seller.person_id}`,
      }));
    },
  },
  "transactions/thirdfort/request.tsx for sellers": requestChecks("seller"),
  "transactions/thirdfort/request.tsx for buyers": requestChecks("buyer"),
  "transactions/searches/order.tsx": {
    writes: [["searches_ordered", "transaction", []]],
    async arrange({ db, ada }) {
      return orderPage(ada, (await createMatter(db)).id);
    },
  },
  "transactions/searches/order.tsx again": {
    writes: [["searches_reordered", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await addSearch(db, id, { pages: null });
      return orderPage(ada, id);
    },
  },
  "transactions/searches/water-bill.tsx": {
    writes: [["water_bill_requested", "transaction", []]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, searches((await createMatter(db)).id, "/water-bill"));
    },
  },
  "transactions/searches/tab.tsx sent": markRequest("pending", "sent"),
  "transactions/searches/tab.tsx received": markRequest("sent", "received"),
  "transactions/report/generate.ts": {
    writes: [["property_search_report_generated", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db }) {
      const { id } = await createMatter(db);
      await addSearch(db, id);
      return renderButton(searches(id, "/report"), { seen: "" });
    },
  },
  "transactions/property-information/share.tsx": {
    writes: [["property_information_shared", "transaction", ["property_information_shares"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await insertAgreedInformation(db, id);
      await db
        .updateTable("transactions")
        .set({ estate_agent_id: await insertAgent(db), estate_agent_status: "assigned" })
        .where("id", "=", id)
        .execute();
      return renderConfirmation(
        ada,
        `/admin/transactions/${id}/property-information/share/estate_agent`,
      );
    },
  },
  "transactions/report/share.tsx": {
    writes: [["property_report_shared", "transaction", ["shared_at"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await addSearch(db, id);
      await insertReport(db, id);
      return renderConfirmation(ada, searches(id, "/report/sharing/share"));
    },
  },
  "transactions/report/share.tsx withdraws": {
    writes: [["property_report_withdrawn", "transaction", ["shared_at"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await insertReport(db, id, { shared_by: ada.id });
      return renderConfirmation(ada, searches(id, "/report/sharing/withdraw"));
    },
  },
  "transactions/intelligence/refresh.ts": {
    writes: [["intelligence_refreshed", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db }) {
      const { id } = await createMatter(db);
      return renderButton(`/admin/transactions/${id}/intelligence/refresh`, { seen: "" });
    },
  },
  "unmatched-emails/unmatched-emails.tsx": {
    writes: [["rematch_unmatched_emails", "email_rematch", []]],
    async arrange({ db }) {
      await db.deleteFrom("email_rematches").execute();
      return renderButton("/admin/unmatched-emails");
    },
  },
  "unmatched-emails/rematch-all.tsx": {
    writes: [["rematch_all_emails", "email_rematch", []]],
    async arrange({ db }) {
      await db.deleteFrom("email_rematches").execute();
      return renderButton("/admin/unmatched-emails/rematch-all");
    },
  },
};
