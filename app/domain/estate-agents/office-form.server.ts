import { z } from "zod";
import { optionalPart } from "#app/domain/fields/form-rules.server.ts";
import { freeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { chosenId } from "#app/domain/fields/ids.server.ts";
import { INVALID_PHONE, optionalPhoneNumber } from "#app/domain/fields/phone.server.ts";
import { propertyAddressFields } from "#app/domain/properties/address.server.ts";
import type { Office } from "./parts.ts";

const { line_1, line_2, line_3, post_town, postcode } = propertyAddressFields;

/** A British address, or none (M-049). */
const address = optionalPart(z.object({ line_1, line_2, line_3, post_town, postcode }));

/** An office, as staff type it (M-046 to M-049). */
export const OfficeForm = z.object({
  brand_id: chosenId("Brand is required"),
  office_name: freeText("Office name is required", tooLongMessage("Office name")),
  office_phone_number: optionalPhoneNumber(INVALID_PHONE),
  address,
}) satisfies z.ZodType<Office>;
