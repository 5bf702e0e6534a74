/** Warnings shared by several emails to customers. */

/** This warning contains no phone number, because criminals forge emails with other numbers. */
export const CHECK_BANK_DETAILS =
  "Before you pay anything, phone your solicitor to check the bank details. Use a number from their website or a letter. Don’t use one from an email, including this one.";

export const NO_NEW_BANK_DETAILS =
  "We will never email you new bank details. If you get an email like that, do not pay. Phone us or your solicitor on a number you already have.";

export const NOT_BINDING_YET = "Nothing is legally binding until contracts are exchanged.";
