import { randomBytes } from "node:crypto";
import { type GroupDraft, readGroupDraft } from "#app/domain/groups/group-draft.server.ts";
import type { Db } from "#db/connection.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { readFields } from "../fields.ts";
import { open, send } from "../pages.ts";

export const ADD = "/admin/transactions-groups/add";
export const newDraft = () => randomBytes(12).toString("hex");
export const at = (draft: string, part = "") => `${ADD}${part}?draft=${draft}`;

export const PERSON = {
  first_name: "Rae",
  last_name: "Elm",
  phone_number: "07400 123456",
  phone_country: "GB",
};
export const COMPANY = {
  name: "Elmfield Homes Limited",
  "address.line_1": "7 Bootham Square",
  "address.post_town": "York",
  "address.postcode": "YO30 7BN",
  "address.country_code": "GB",
};
export const UNIT = {
  "address.line_1": "Plot 1, Elm Field",
  "address.post_town": "York",
  "address.postcode": "YO30 7BN",
  tenure: "Freehold",
  asking_price_pounds: "325,000",
};

let numbers = 0;

/**
 * @param staff returns the member of staff who creates the group. The tests create this account
 * later.
 */
export function newGroups(db: Db, staff: () => Visitor) {
  const fieldsOf = async (draft: string) =>
    readFields((await open(at(draft), staff())).html, "group");
  return {
    draftOf: (draft_id: string): Promise<GroupDraft> =>
      readGroupDraft(db, { user_id: staff().id, draft_id }),
    fieldsOf,
    /**
     * Opens the page of a draft and submits it with the given fields. Without an `intent`, this has
     * the effect of “Save and Continue”.
     */
    submitPage: async (draft: string, typed: Record<string, string> = {}) =>
      send(at(draft), staff(), { ...(await fieldsOf(draft)), ...typed }),
    /** Creates a draft with representative, company and units, but without a name or payment. */
    async filledDraft({ user_email = "" } = {}) {
      const draft = newDraft();
      numbers += 1;
      const representative: Record<string, string> = user_email
        ? { intent: "find", email: user_email }
        : { ...PERSON, email: `rae.${draft}@elmfield.example` };
      await send(at(draft, "/representative"), staff(), representative);
      const company_number = `9800${String(numbers).padStart(4, "0")}`;
      await send(at(draft, "/company"), staff(), { ...COMPANY, company_number });
      for (const plot of [1, 2]) {
        const line_1 = `Plot ${plot}, Elm Field`;
        await send(at(draft, "/units/add"), staff(), { ...UNIT, "address.line_1": line_1 });
      }
      return draft;
    },
  };
}
