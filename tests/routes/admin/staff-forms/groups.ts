import type { StaffAction } from "#app/domain/audit/actions.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertGroup, newGroup } from "#tests/support/groups.ts";
import { inviteAndSend, letDaysPass } from "#tests/support/invitations.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { readFields } from "../fields.ts";
import { at, newGroups } from "../groups/new-group.ts";
import { BUYERS, SELLERS } from "../invitations/rows.ts";
import { open, send } from "../pages.ts";
import { askToAssign } from "./matters.ts";
import { renderConfirmation, renderFilledForm, type StaffForms } from "./staff-form.ts";

const ops = (id: string, part: string) => `/admin/transactions-groups/${id}/ops/${part}`;

const forBothUnits = (row: readonly [StaffAction, string, readonly string[]]) => [row, row];

const invited = () => ({
  email: `${crypto.randomUUID()}@example.test`,
  phone_number: "07400 123456",
  phone_country: "GB",
  first_name: "Ina",
  last_name: "Invited",
});

const home = {
  "property_address.line_1": "4 Castle Lane",
  "property_address.post_town": "York",
  "property_address.postcode": "YO1 7HZ",
};

const MADE = ["role", "user_id", "new_user"];

export const groupForms: StaffForms = {
  "transactions-groups/add/add.tsx": {
    writes: [
      ["user_created", "user", []],
      ["company_created", "company", []],
      ...forBothUnits(["transaction_created", "transaction", []]),
      ["transaction_group_created", "transaction_group", []],
    ],
    arrange({ db, ada }) {
      const name = `mews ${crypto.randomUUID()}`;
      const { filledDraft } = newGroups(db, () => ada);
      return async () => {
        const path = at(await filledDraft());
        const fields = { ...readFields((await open(path, ada)).html, "group"), name };
        return { path, form: "group", fields };
      };
    },
  },
  "transactions-groups/add/add.tsx with a known company": {
    writes: [
      ["user_created", "user", []],
      ["company_updated", "company", ["name"]],
      ...forBothUnits(["transaction_created", "transaction", []]),
      ["transaction_group_created", "transaction_group", []],
    ],
    async arrange({ db, ada }) {
      const { company } = newGroup();
      await insertGroup(db, { company });
      const { filledDraft } = newGroups(db, () => ada);
      return async (racer) => {
        const draft = await filledDraft();
        const part = at(draft, "/company");
        await send(part, ada, { intent: "find", number: company.company_number });
        const found = readFields((await open(part, ada)).html, "company");
        await send(part, ada, { ...found, name: `Elmfield${racer} Limited` });
        const path = at(draft);
        const fields = readFields((await open(path, ada)).html, "group");
        return { path, form: "group", fields: { ...fields, name: `mews ${crypto.randomUUID()}` } };
      };
    },
  },
  "transactions-groups/ops/estate-agent.tsx": {
    writes: forBothUnits([
      "estate_agent_assigned",
      "transaction",
      ["estate_agent_status", "estate_agent_id"],
    ]),
    async arrange({ db, ada }) {
      const { id } = await insertGroup(db);
      return async () => {
        const agent = await insertAgent(db);
        return renderConfirmation(ada, ops(id, `estate-agent?estate_agent=${agent}`))();
      };
    },
  },
  "transactions-groups/ops/solicitors.tsx": {
    writes: forBothUnits([
      "solicitors_assigned",
      "transaction",
      ["seller_lawyer_group_id", "buyer_lawyer_group_id"],
    ]),
    async arrange({ db, ada }) {
      const { id } = await insertGroup(db);
      return () => askToAssign(db, ada, ops(id, "solicitors"));
    },
  },
};

export const invitationForms: StaffForms = {
  "invitations/add-seller.tsx": {
    writes: [
      [
        "invitation_created",
        "invitation",
        [...MADE, "property_address_id", "referral_code", "prevent_email"],
      ],
    ],
    arrange({ ada }) {
      const typed = { ...invited(), ...home };
      return renderFilledForm(ada, `${SELLERS}/add`, "invite", () => typed);
    },
  },
  "invitations/add-seller.tsx for a known user": {
    writes: [
      [
        "invitation_created",
        "invitation",
        [...MADE, "property_address_id", "referral_code", "prevent_email"],
      ],
    ],
    async arrange({ db, ada }) {
      const { email } = await signIn(db);
      return renderFilledForm(ada, `${SELLERS}/add`, "invite", () => ({
        ...invited(),
        ...home,
        email,
      }));
    },
  },
  "invitations/add-buyer.tsx": {
    writes: [["invitation_created", "invitation", [...MADE, "property_id", "prevent_email"]]],
    async arrange({ db, ada }) {
      const { property_id } = await createHomeForSale(db, { postcode: "YO26 5RD" });
      const typed = { ...invited(), property_id, searched: "YO26 5RD" };
      return renderFilledForm(ada, `${BUYERS}/add`, "invite", () => typed);
    },
  },
  "invitations/resend.tsx": {
    writes: [
      [
        "invitation_resent",
        "invitation",
        [
          "role",
          "user_id",
          "property_id",
          "property_address_id",
          "referral_code",
          "new_user",
          "is_resend",
        ],
      ],
    ],
    async arrange({ db, ada }) {
      const { id } = await inviteAndSend(db);
      await letDaysPass(db, id, 8);
      await open(SELLERS, ada);
      return renderConfirmation(ada, `${SELLERS}/${id}/resend`);
    },
  },
  "invitations/cancel.tsx": {
    writes: [["invitation_cancelled", "invitation", ["status"]]],
    raceOutcome: "same",
    async arrange({ db, ada }) {
      const { id } = await inviteAndSend(db);
      return renderConfirmation(ada, `${SELLERS}/${id}/cancel`);
    },
  },
};
