import { z } from "zod";
import { betweenFields } from "#app/domain/fields/form-rules.server.ts";
import { optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { mobilePhone, phoneFields } from "#app/domain/fields/phone.server.ts";
import { emailAddress, personNames } from "#app/domain/people/person.server.ts";
import { propertyAddress } from "#app/domain/properties/address.server.ts";
import { nothingChosen } from "#app/domain/purchases/questions.ts";

/** The forms with which staff invite somebody. */

const customer = { email: emailAddress(), ...phoneFields, ...personNames };

/** What the page carries besides what is typed. */
const carried = { form_key: z.string().default(""), prevent_email: z.string().optional() };

/** To sell a home whose address is typed in; none of ours has to be named. */
export const SellerInvitationForm = mobilePhone(
  z.object({
    ...customer,
    property_address: propertyAddress,
    referral_code: optionalFreeText(tooLongMessage("Referral code")),
    ...carried,
  }),
);

const text = z.string().trim().catch("");

const buyer = z
  .object({ ...customer, postcode: text, searched: text, property_id: text, ...carried })
  .superRefine(({ searched, property_id }, context) => {
    if (isObjectId(property_id)) return;
    // As in the buyer's own form.
    const { field, message } = nothingChosen(searched !== "");
    context.addIssue({ code: "custom", path: [field], message });
  }, betweenFields);

/** To buy one of the homes that are for sale with us. */
export const BuyerInvitationForm = mobilePhone(buyer);
