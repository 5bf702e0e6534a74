import { ID_CHECKS_ORDERED } from "#app/domain/transactions/identity-check-timing.ts";

/** Steps that several emails to customers name in the same words. */

export const CHOOSE_SOLICITOR =
  "Choose your solicitor on your dashboard, or tell us you have no preference.";

export const SIGN_ENGAGEMENT_LETTER =
  "Sign the engagement letter that your solicitor will send you.";

/** True before and after the check is ordered: no one looks for a text message that has not been sent. */
export const COMPLETE_ID_CHECK = `Complete your ID check when you get a text message with a link from Thirdfort, our ID check provider. We’ll order the check ${ID_CHECKS_ORDERED}.`;

export const FILL_IN_TA_FORMS =
  "Fill in the property information forms (TA forms) that your solicitor will send you.";

/** The number must not come from an email, this one included: criminals forge emails with other numbers. */
export const CHECK_BANK_DETAILS =
  "Before you pay anything, phone your solicitor to check the bank details. Use a number from their website or a letter, not from an email.";

export const NO_NEW_BANK_DETAILS =
  "We will never email you new bank details. If you get an email like that, do not pay. Phone us or your solicitor on a number you already have.";

export const NOT_BINDING_YET = "Nothing is legally binding until contracts are exchanged.";
