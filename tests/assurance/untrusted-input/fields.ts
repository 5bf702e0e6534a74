import { z } from "zod";
import { writeCalendar } from "#app/domain/calendar/ics.ts";
import * as addresses from "#app/domain/shared/address.server.ts";
import { keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { dateInput, isoTimestamp } from "#app/domain/shared/dates.server.ts";
import * as rules from "#app/domain/shared/form-rules.server.ts";
import { comment, staffComment } from "#app/domain/shared/free-text.server.ts";
import { addressWithoutLinks } from "#app/domain/shared/strip-links.ts";
import {
  cleanedNameIfChanged,
  customerNames,
  emailAddress,
} from "#app/domain/shared/names.server.ts";
import { optionalMobileNumber, phoneNumber } from "#app/domain/shared/phone.server.ts";
import { formatPhone, phoneForCheck, phoneForStaff } from "#app/domain/shared/phone.ts";
import { formatPostcode, outsideEnglandAndWales } from "#app/domain/shared/postcode.ts";
import { streetOf } from "#app/emails/street.ts";
import { readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { withThousands } from "#app/ui/forms/currency-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { portableFileName } from "#app/platform/zip.server.ts";
import type { Parser } from "./parser.ts";

const field = (name: string, schema: z.ZodType): Parser => ({
  name: `field: ${name}`,
  read: (text) => parseForm(formOf({ field: text }), z.object({ field: schema })),
});

export const FIELD_PARSERS: readonly Parser[] = [
  {
    name: "form: name of a field",
    read: (text) => parseForm(formOf({ [text]: "" }), z.object({})),
  },
  { name: "form: intent", read: (text) => parseForm(formOf({ intent: text }), z.object({})) },
  { name: "form: key", read: (text) => readIdempotencyKey("sell", text) },
  field("email", emailAddress()),
  field("name", customerNames().first_name),
  field("comment", comment()),
  field("comment of staff", staffComment()),
  field("postcode", addresses.ukPostcode()),
  field("phone", phoneNumber("Missing")),
  field("mobile", optionalMobileNumber()),
  field("price", rules.housePrice("Price")),
  field("amount of a giftor", rules.giftorAmount()),
  field("price of a lead", rules.leadPrice()),
  field("id", rules.objectId()),
  field("answer", rules.answer()),
  field("timestamp", isoTimestamp()),
  {
    name: "field: date",
    read: (text) => dateInput().safeParse(everywhere(["day", "month", "year"], text)),
  },
  { name: "field: address", read: (text) => addresses.personAddress.safeParse(address(text)) },
  {
    name: "field: address of a property",
    read: (text) => addresses.propertyAddress.safeParse(address(text)),
  },
  { name: "shown: cleaned name", read: cleanedNameIfChanged },
  { name: "shown: thousands", read: withThousands },
  {
    name: "shown: phone",
    read: (text) => [formatPhone(text), phoneForStaff(text), phoneForCheck(text)],
  },
  {
    name: "shown: postcode",
    read: (text) => [formatPostcode("FR", text), outsideEnglandAndWales(text)],
  },
  { name: "shown: address", read: keepNumberWithStreet, looksFor: ["1a"] },
  { name: "shown: street", read: streetOf, looksFor: [", a", ", LS1 1AA"] },
  {
    name: "shown: address without links",
    read: (text) => addressWithoutLinks({ line_1: text }),
    looksFor: ["st."],
  },
  { name: "shown: text with an email address", read: (text) => LinkedText({ children: text }) },
  { name: "shown: name of a file", read: (text) => portableFileName(text, ".pdf") },
  { name: "calendar", read: (text) => writeCalendar(text, text, []) },
];

function formOf(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  return new Request("http://localhost/", { method: "POST", body });
}

const everywhere = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, text]));

/** Spreads the text over the address lines, so that the request contains it only once. */
const address = (text: string) => ({
  ...everywhere(
    addresses.ADDRESS_LINES,
    text.slice(0, Math.ceil(text.length / addresses.ADDRESS_LINES.length)),
  ),
  country_code: "FR",
});
