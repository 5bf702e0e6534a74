import { z } from "zod";
import { comment, freeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { chosenId } from "#app/domain/fields/ids.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import { INVALID_PHONE, optionalPhoneNumber } from "#app/domain/fields/phone.server.ts";
import { emailAddress, emailRows, recordedNames } from "#app/domain/people/person.server.ts";
import { type Lawyer, type LawyerGroup, MAX_LEGAL_ASSISTANTS, MAX_RECIPIENTS } from "./parts.ts";

/** A name and an email are needed of everybody, since all of them are written to (AMB-L05). */
const LawyerForm = z.object({
  ...recordedNames,
  email: emailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
}) satisfies z.ZodType<Lawyer>;

const NO_RECIPIENT = "Enter at least one recipient email";

/** One must be left (L-027). */
const recipients = emailRows(MAX_RECIPIENTS).refine((emails) => emails.length > 0, NO_RECIPIENT);

const group = {
  name: freeText("Name is required", tooLongMessage("Name")),
  panel_solicitor: ticked(),
  solicitor: LawyerForm,
  legal_assistants: z
    .array(LawyerForm)
    .max(
      MAX_LEGAL_ASSISTANTS,
      `A lawyer group can have at most ${MAX_LEGAL_ASSISTANTS} legal assistants`,
    )
    .nullish()
    .transform((assistants) => assistants ?? []),
  invoicing_address: comment(500),
  thirdfort_recipient_emails: recipients,
};

/** A lawyer group, as staff change it (L-026, L-027, AMB-L05). */
export const LawyerGroupForm = z.object({
  law_firm_id: chosenId("Law firm is required"),
  ...group,
}) satisfies z.ZodType<LawyerGroup>;

/** A new one, of the firm on whose page it is added. */
export const NewLawyerGroupForm = z.object(group) satisfies z.ZodType<
  Omit<LawyerGroup, "law_firm_id">
>;
