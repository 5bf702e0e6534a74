/** What letters ask of customers in the same words. */

export const CHOOSE_SOLICITOR =
  "Choose your solicitor, or say that you have no preference: it is the first thing on your dashboard.";

export const SIGN_ENGAGEMENT_LETTER =
  "Sign the engagement letter that your solicitor will send you.";

export const COMPLETE_ID_CHECK =
  "Complete the ID check. Once your solicitor is assigned, you get a text message about it from our ID provider.";

export const COMPLETE_ID_CHECK_BY_NOW =
  "Complete the ID check if you have not done so: the link is in a text message from our ID provider.";

export const FILL_IN_TA_FORMS = "Fill in the property information forms (TA forms).";
