import type { Db } from "#db/connection.ts";
import { createIntroductionLink } from "#app/domain/ready-links/ready-links.server.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import {
  addSeller,
  createMatter,
  assignSolicitors,
  createPaidMatter,
  createPurchaseAtStage,
} from "../transaction-tabs/matter.ts";
import {
  renderConfirmation,
  renderFilledForm,
  renderButton,
  type RenderedForm,
  type StaffForms,
} from "./staff-form.ts";

const matter = (id: string, part = "") => `/admin/transactions/${id}/${part}`;
const LAW_FIRMS = "/admin/law-firms";

export async function askToAssign(db: Db, ada: Visitor, path: string): Promise<RenderedForm> {
  const { html } = await open(path, ada);
  const groups = {
    seller_lawyer_group_id: await insertLawyerGroup(db),
    buyer_lawyer_group_id: await insertLawyerGroup(db),
  };
  const fields = { ...readFields(html, "assign-solicitors-form"), ...groups };
  return { path, fields: confirmFields((await send(path, ada, fields)).html) };
}

async function askToReplace(
  ada: Visitor,
  path: string,
  replacement_id: string,
): Promise<RenderedForm> {
  const { html } = await open(path, ada);
  const fields = { ...readFields(html, "put-right"), replacement_id, reason: "A slip" };
  return { path, fields: confirmFields((await send(path, ada, fields)).html) };
}

async function twoPurchases(db: Db) {
  const sold = await createMatter(db);
  const active = await createPurchaseAtStage(db, sold, { active: true });
  const other = await createPurchaseAtStage(db, sold, { first_name: "Cy" });
  return { id: sold.id, active, other };
}

export const matterForms: StaffForms = {
  "transactions/tags.tsx": {
    writes: [["transaction_tags_updated", "transaction", ["tags"]]],
    async arrange({ db, ada }) {
      await db
        .updateTable("admin_config")
        .set({ tags: ["A", "B", "C", "D", "E", "F"] })
        .execute();
      const { id } = await createMatter(db);
      return renderFilledForm(ada, matter(id, "tags"), "tags", (racer) => ({
        "tags[0]": "ABCDEF"[racer]!,
      }));
    },
  },
  "transactions/estate-agent/fee.tsx": {
    writes: [["agent_fee_updated", "transaction", ["fee"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const estate_agent_id = await insertAgent(db);
      await db
        .updateTable("transactions")
        .set({ estate_agent_id, estate_agent_status: "assigned" })
        .where("id", "=", id)
        .execute();
      return renderFilledForm(ada, matter(id, "estate-agent/fee"), "fee", (racer) => ({
        fee: `1.${racer + 1}%`,
        vat: "plus",
      }));
    },
  },
  "transactions/referral-fee.tsx": {
    writes: [["referral_fee_updated", "transaction", ["referral_fee_paid", "referral_fee"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const path = matter(id, "sellers/referral-fee");
      return renderFilledForm(ada, path, "referral-fee-form", (racer) => ({
        referral_fee_paid: "yes",
        referral_fee: `Harbour Homes, £${racer + 1}50`,
      }));
    },
  },
  "transactions/referral-fee.tsx of the buyers": {
    writes: [["referral_fee_updated", "purchase_intent", ["referral_fee_paid", "referral_fee"]]],
    async arrange({ db, ada }) {
      const sold = await createMatter(db);
      const purchase = await createPurchaseAtStage(db, sold, { active: true });
      const path = matter(sold.id, `buyers/${purchase.id}/referral-fee`);
      return renderFilledForm(ada, path, "referral-fee-form", (racer) => ({
        referral_fee_paid: "yes",
        referral_fee: `Harbour Homes, £${racer + 1}50`,
      }));
    },
  },
  "transactions/hand-over.tsx": {
    writes: [["matter_handed_over", "transaction", ["handler_id"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const people = await Promise.all(
        Array.from({ length: 6 }, () => signIn(db, { type: "admin" })),
      );
      return renderFilledForm(ada, matter(id, "hand-over"), "new-handler", (racer) => ({
        handler_id: people[racer]!.id,
        note: "Back on Monday",
      }));
    },
  },
  "workload/confirm-assignment.tsx": {
    writes: [["matter_handed_over", "transaction", ["handler_id"]]],
    raceOutcome: "same",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const { id: handler_id } = await signIn(db, { type: "admin" });
      const path = `/admin/workload/assign/confirm?matter=${id}`;
      return renderFilledForm(ada, path, "assign-matters", (racer) => ({
        handler_id,
        note: `Note ${racer}`,
      }));
    },
  },
  "transactions/buyers/significant-dates.tsx": {
    writes: [["significant_dates_updated", "purchase_intent", ["sale_agreed"]]],
    async arrange({ db, ada }) {
      const { id, active } = await twoPurchases(db);
      return renderFilledForm(ada, matter(id, `buyers/${active.id}/dates`), "dates", (racer) => ({
        "sale_agreed.day": String(racer + 1),
        "sale_agreed.month": "6",
        "sale_agreed.year": "2099",
      }));
    },
  },
  "transactions/events/tab.tsx": {
    writes: [["received_email_read", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db }) {
      const { id } = await createMatter(db);
      const received = await db
        .insertInto("inbound_emails")
        .values({
          message_id: crypto.randomUUID(),
          subject: "Your letter",
          text_body: "We cannot act.",
          received_at: new Date(),
          match_type: "participant",
          transaction_id: id,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return renderButton(matter(id, "events"), { email_id: received.id });
    },
  },
  "transactions/estate-agent/ready-links.tsx (create)": {
    writes: [["ready_link_created", "transaction", []]],
    raceOutcome: "each",
    result: "Copy this link",
    async arrange({ db, ada }) {
      const { id } = await createPaidMatter(db);
      return async () => {
        const path = matter(id, "estate-agent/ready-links");
        const { html } = await open(path, ada);
        return { path, fields: { ...confirmFields(html), intent: "create" } };
      };
    },
  },
  "transactions/estate-agent/ready-links.tsx (turn off)": {
    writes: [["ready_link_revoked", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db }) {
      const { id } = await createPaidMatter(db);
      const link = await createIntroductionLink(db, id);
      const path = matter(id, "estate-agent/ready-links");
      return renderButton(path, { intent: "revoke", link: link.id });
    },
  },
  "transactions/stages/stages.tsx": {
    writes: [["significant_dates_updated", "purchase_intent", ["contract_pack_sent_on"]]],
    raceOutcome: "either",
    async arrange({ db }) {
      const { id } = await twoPurchases(db);
      return renderButton(matter(id, "stages"), { step: "contract_pack_sent_on" });
    },
  },
  "transactions/stages/add-note.tsx": {
    writes: [["stage_note_added", "transaction", []]],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      return renderFilledForm(ada, matter(id, "stages/notes/add"), "stage-note", () => ({
        stage: "searches",
        reader: "both",
        note: `The council has asked for plan ${crypto.randomUUID()}`,
      }));
    },
  },
  "transactions/stages/delete-note.tsx": {
    writes: [["stage_note_taken_back", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const note = await db
        .insertInto("stage_notes")
        .values({
          transaction_id: id,
          stage: "searches",
          reader: "both",
          note: "Said too early",
          author_id: ada.id,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return renderConfirmation(ada, matter(id, `stages/notes/${note.id}/take-back`));
    },
  },
  "transactions/stages/contract-pack-ready.tsx": {
    writes: [["contract_pack_ready", "transaction", ["contract_pack_ready_on"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await assignSolicitors(db, id, ["seller"]);
      const path = matter(id, "stages/contract-pack/ready");
      return renderFilledForm(ada, path, "contract-pack-ready", (racer) => ({
        "ready_on.day": String(racer + 1),
        "ready_on.month": "6",
        "ready_on.year": "2026",
      }));
    },
  },
  "transactions/stages/undo-pack-ready.tsx": {
    writes: [["contract_pack_ready_undone", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await db
        .updateTable("transactions")
        .set({ contract_pack_ready_on: "2026-06-01" })
        .where("id", "=", id)
        .execute();
      return renderConfirmation(ada, matter(id, "stages/contract-pack/undo"));
    },
  },
  "transactions/buyers/buyer-found.tsx": {
    writes: [["buyer_found_email_sent", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await twoPurchases(db);
      await assignSolicitors(db, id, ["seller", "buyer"]);
      return renderConfirmation(ada, matter(id, "buyers/buyer-found"));
    },
  },
  "transactions/buyers/activate.tsx": {
    writes: [["purchase_intent_activated", "purchase_intent", ["is_active"]]],
    async arrange({ db, ada }) {
      const { id, other } = await twoPurchases(db);
      await assignSolicitors(db, id, ["buyer"]);
      return renderConfirmation(ada, matter(id, `buyers/${other.id}/activate`));
    },
  },
  "transactions/solicitors/assign.tsx": {
    writes: [
      ["solicitors_assigned", "transaction", ["seller_lawyer_group_id", "buyer_lawyer_group_id"]],
    ],
    async arrange({ db, ada }) {
      const { id } = await twoPurchases(db);
      return () => askToAssign(db, ada, matter(id, "solicitors/assign"));
    },
  },
  "transactions/solicitors/resend-letter.tsx": {
    writes: [["solicitor_letter_sent_again", "transaction", ["seller_comments"]]],
    async arrange({ db, ada }) {
      const { id } = await twoPurchases(db);
      await assignSolicitors(db, id, ["seller"]);
      return renderFilledForm(
        ada,
        matter(id, "solicitors/seller/send-again"),
        "send-again-form",
        () => ({}),
      );
    },
  },
  "transactions/estate-agent/assign.tsx": {
    writes: [["estate_agent_assigned", "transaction", ["estate_agent_status", "estate_agent_id"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      return async () => {
        const agent = await insertAgent(db);
        return renderConfirmation(ada, matter(id, `estate-agent/assign?estate_agent=${agent}`))();
      };
    },
  },
  "transactions/solicitors/replace.tsx": {
    writes: [
      ["solicitors_replaced", "transaction", ["seller_lawyer_group_id"]],
      ["solicitors_released", "lawyer_group", []],
      ["solicitors_instructed", "lawyer_group", []],
    ],
    async arrange({ db, ada }) {
      const { id } = await twoPurchases(db);
      await assignSolicitors(db, id, ["seller", "buyer"]);
      const path = matter(id, "solicitors/put-right/seller");
      return async () => askToReplace(ada, path, await insertLawyerGroup(db));
    },
  },
  "transactions/estate-agent/replace.tsx": {
    writes: [
      ["estate_agent_replaced", "transaction", ["estate_agent_id"]],
      ["estate_agent_released", "estate_agent", []],
      ["estate_agent_instructed", "estate_agent", []],
    ],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      await db
        .updateTable("transactions")
        .set({ estate_agent_id: await insertAgent(db), estate_agent_status: "assigned" })
        .where("id", "=", id)
        .execute();
      const path = matter(id, "estate-agent/put-right");
      return async () => askToReplace(ada, path, await insertAgent(db));
    },
  },
  "transactions/correct-person.tsx": {
    writes: [["person_corrected", "party", ["email"]]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      const { person_id } = await addSeller(db, id);
      return renderFilledForm(
        ada,
        matter(id, `sellers/people/${person_id}`),
        "correct-person",
        (racer) => ({
          email: `right.${racer}.${crypto.randomUUID()}@example.test`,
        }),
      );
    },
  },
  "transactions/add-person.tsx": {
    writes: [["person_added", "transaction", []]],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const { id } = await createPaidMatter(db);
      return renderFilledForm(ada, matter(id, "sellers/add-seller"), "add-person", (racer) => ({
        first_name: `Jo ${racer}`,
        last_name: "Joint",
        email: `jo.${crypto.randomUUID()}@example.test`,
        phone_number: "07400 123457",
        "correspondence_address.line_1": "2 Coney Street",
        "correspondence_address.post_town": "York",
        "correspondence_address.postcode": "YO1 9NA",
        "correspondence_address.country_code": "GB",
      }));
    },
  },
  "transactions/remove-person.tsx": {
    writes: [["person_removed", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id } = await createPaidMatter(db);
      const { person_id } = await addSeller(db, id);
      return renderConfirmation(ada, matter(id, `sellers/people/${person_id}/remove`));
    },
  },
  "users/correct.tsx": {
    writes: [["person_corrected", "user", ["last_name"]]],
    async arrange({ db, ada }) {
      const { id } = await signIn(db);
      return renderFilledForm(ada, `/admin/users/${id}/correct`, "correct-person", (racer) => ({
        last_name: `Right ${racer}`,
      }));
    },
  },
  "privacy-requests/erase.tsx": {
    writes: [["erasure_carried_out", "user", []]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `/admin/privacy-requests/${await aRequest(db)}/carry-out`);
    },
  },
  "privacy-requests/refuse.tsx": {
    writes: [["erasure_refused", "user", []]],
    async arrange({ db, ada }) {
      const path = `/admin/privacy-requests/${await aRequest(db)}/refuse`;
      return renderFilledForm(ada, path, "refuse-erasure", (racer) => ({
        reason: `Needed by ${racer}`,
      }));
    },
  },
  "privacy-requests/answer.tsx": {
    writes: [["correction_answered", "user", []]],
    async arrange({ db, ada }) {
      const { id: user_id } = await signIn(db);
      const { id } = await db
        .insertInto("correction_requests")
        .values({ user_id, request_text: "My name is Ada" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const path = `/admin/privacy-requests/corrections/${id}`;
      return renderFilledForm(ada, path, "answer-correction", (racer) => ({
        outcome: "corrected",
        answer: `Put right by ${racer}`,
      }));
    },
  },
  "transactions/file/file.tsx": {
    writes: [["matter_file_requested", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      return renderConfirmation(ada, matter(id, "file"));
    },
  },
  "users/copy-data.tsx": {
    writes: [["data_copy_requested", "user", []]],
    async arrange({ db, ada }) {
      const { id } = await signIn(db);
      return renderConfirmation(ada, `/admin/users/${id}/copy-data`);
    },
  },
  "payments/edit.tsx": {
    writes: [["payment_review_updated", "payment_review", ["dealt_with", "note"]]],
    async arrange({ db, ada }) {
      // The review has no order, because the lock on an order would make the six submits wait for
      // each other.
      const { id } = await db
        .insertInto("payment_reviews")
        .values({
          reason: "unknown_order",
          stripe_transaction_id: `pi_${crypto.randomUUID()}`,
          stripe_status: "succeeded",
          amount_pence: 24_000,
          currency: "gbp",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return renderFilledForm(ada, `/admin/payments/${id}`, "review", (racer) => ({
        dealt_with: "on",
        note: `Given back by ${racer}`,
      }));
    },
  },
  "law-firms/add.tsx": {
    writes: [["law_firm_created", "law_firm", []]],
    raceOutcome: "each",
    arrange({ ada }) {
      return renderFilledForm(ada, `${LAW_FIRMS}/add`, "law-firm", () => ({
        name: `Brook ${crypto.randomUUID()}`,
        "address.organisation_name": "Brook Law Ltd",
        "address.line_1": "2 Coney Street",
        "address.post_town": "York",
        "address.postcode": "YO1 9NA",
        "address.country": "United Kingdom",
      }));
    },
  },
  "law-firms/edit.tsx": {
    writes: [["law_firm_updated", "law_firm", ["name"]]],
    async arrange({ db, ada }) {
      const path = `${LAW_FIRMS}/${await insertLawFirm(db)}/edit`;
      return renderFilledForm(ada, path, "law-firm", () => ({
        name: `Brook ${crypto.randomUUID()}`,
      }));
    },
  },
  "law-firms/retire.tsx": {
    writes: [["law_firm_retired", "law_firm", ["retired_at"]]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `${LAW_FIRMS}/${await insertLawFirm(db)}/retire`);
    },
  },
  "law-firms/retire.tsx restores": {
    writes: [["law_firm_brought_back", "law_firm", ["retired_at"]]],
    async arrange({ db, ada }) {
      const id = await insertLawFirm(db);
      await db
        .updateTable("law_firms")
        .set({ retired_at: new Date() })
        .where("id", "=", id)
        .execute();
      return renderConfirmation(ada, `${LAW_FIRMS}/${id}/retire`);
    },
  },
  "law-firms/retire.tsx for a group": {
    writes: [["lawyer_group_retired", "lawyer_group", ["retired_at"]]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `/admin/lawyer-groups/${await insertLawyerGroup(db)}/retire`);
    },
  },
  "law-firms/retire.tsx restores a group": {
    writes: [["lawyer_group_brought_back", "lawyer_group", ["retired_at"]]],
    async arrange({ db, ada }) {
      const id = await insertLawyerGroup(db);
      await db
        .updateTable("lawyer_groups")
        .set({ retired_at: new Date() })
        .where("id", "=", id)
        .execute();
      return renderConfirmation(ada, `/admin/lawyer-groups/${id}/retire`);
    },
  },
  "lawyer-groups/add.tsx": {
    writes: [["lawyer_group_created", "lawyer_group", []]],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const path = `${LAW_FIRMS}/${await insertLawFirm(db)}/lawyer-groups/add`;
      return renderFilledForm(ada, path, "lawyer-group", () => ({
        name: `Brook ${crypto.randomUUID()}`,
        "solicitor.first_name": "Bea",
        "solicitor.last_name": "Brook",
        "solicitor.email": "bea@brook.example",
        "thirdfort_recipient_emails[0]": "checks@brook.example",
      }));
    },
  },
  "lawyer-groups/edit.tsx": {
    writes: [["lawyer_group_updated", "lawyer_group", ["name"]]],
    async arrange({ db, ada }) {
      const path = `/admin/lawyer-groups/${await insertLawyerGroup(db)}/edit`;
      return renderFilledForm(ada, path, "lawyer-group", () => ({
        name: `York ${crypto.randomUUID()}`,
      }));
    },
  },
};

async function aRequest(db: Db) {
  const { id: user_id } = await signIn(db);
  const { id } = await db
    .insertInto("privacy_requests")
    .values({ user_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
