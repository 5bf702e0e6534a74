import { describe, expect, test } from "vitest";
import { mentionsBankDetails } from "#app/domain/inbound-emails/warnings.ts";

describe("emails that mention bank details", () => {
  test.each([
    "Sort code 20-00-00, account 12345678",
    "20-00-00 / 12345678",
    "12345678 (20 00 00)",
    "Account number: 12345678",
    "a/c no. 1234 5678, s/c 20–00–00",
    "GB29 NWBK 6016 1331 9268 19",
    "GB29 NWBK 6016 1331 9268 19 by noon",
    "Please pay GB29NWBK60161331926819 by Friday",
    "iban gb29 nwbk 6016 1331 9268 19",
    "Our bank details have changed",
    "Please note our new bank details",
    "We have changed banks",
    "We have moved to a new account",
    "Please use the new\naccount for the deposit",
    "Kindly send the balance to the following account",
    "The account details below replace the old ones",
    "So\u200brt co\u00adde follows",
    "Ｓｏｒｔ　ｃｏｄｅ １２-３４-５６",
    "There is a change of bank account",
    "Updated payment details attached",
  ])("an email with %j is flagged for bank details", (text) => {
    expect(mentionsBankDetails(text)).toBe(true);
  });

  test.each([
    "",
    "When do we exchange?",
    "Invoice 20417, of 12 November",
    "My number is 07400 123456",
    "52 Street Lane, Leeds LS8 1AL",
    "We met on 12-11-26 and again on 13-11-26",
    "I will go to the bank on Monday",
    "The new bank holiday is on Monday",
    "The river bank behind the house floods",
    "transaction de12ab34cd56ef7890ab12cd",
    "YO10 with that plan from them",
    "GB00 NWBK 6016 1331 9268 19",
  ])("an email with %j is not flagged for bank details", (text) => {
    expect(mentionsBankDetails(text)).toBe(false);
  });
});
