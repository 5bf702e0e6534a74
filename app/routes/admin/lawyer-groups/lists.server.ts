import { MAX_LEGAL_ASSISTANTS, MAX_RECIPIENTS } from "#app/domain/solicitors/parts.ts";

/** The lists of a group's form, and that one recipient is always left (L-027). */
export const LISTS = {
  legal_assistants: { max: MAX_LEGAL_ASSISTANTS },
  thirdfort_recipient_emails: { max: MAX_RECIPIENTS, min: () => 1 },
};
