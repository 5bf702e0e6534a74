import { z } from "zod";
import { freeText, optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import { optionalPhoneNumber } from "#app/domain/fields/phone.server.ts";
import { optionalEmailAddress } from "#app/domain/people/person.server.ts";
import { ukPostcode } from "#app/domain/properties/address.server.ts";
import { FIRM_COUNTRIES, type LawFirm } from "./parts.ts";

/** A law firm, as staff type it (L-012 to L-019). */
export const LawFirmForm = z.object({
  name: freeText("Name is required", tooLongMessage("Name")),
  email: optionalEmailAddress(),
  phone_number: optionalPhoneNumber(),
  address: z.object({
    organisation_name: freeText(
      "Organisation name is required",
      tooLongMessage("Organisation name"),
    ),
    line_1: freeText("Address line 1 is required", tooLongMessage("Address line 1")),
    line_2: optionalFreeText(tooLongMessage("Address line 2")),
    line_3: optionalFreeText(tooLongMessage("Address line 3")),
    post_town: freeText("Post town is required", tooLongMessage("Post town")),
    postcode: ukPostcode("Postcode is not valid"),
    country: z.enum(FIRM_COUNTRIES, { error: "Country is required" }),
  }),
}) satisfies z.ZodType<LawFirm>;

/** A new one; whether it is another firm of a name that is known is asked where one is. */
export const NewLawFirmForm = LawFirmForm.extend({ same_name: ticked() });
