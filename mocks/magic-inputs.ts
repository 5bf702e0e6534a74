import { paths } from "#app/paths.ts";
import type { Vendor } from "#app/platform/vendors.server.ts";

export type MagicInputs = {
  name: string;
  inputs: readonly (readonly [input: string, outcome: string])[];
  page?: { to: string; title: string; text: string };
};

/**
 * Inputs for which a double gives a certain response. They are listed at /mocks and in
 * docs/doubles.md.
 */
export const magicInputs: Record<Vendor, MagicInputs> = {
  postmark: {
    name: "Postmark (email)",
    inputs: [
      ["anyone@anywhere", "The email is in the post-box."],
      ["bounce@anywhere", "Refused: the recipient is inactive."],
      ["invalid@anywhere", "Refused: the address is not valid."],
      ["down@anywhere", "Postmark fails; nothing is sent."],
      ["lost@anywhere", "Postmark fails, but the email is still sent."],
      ["hardbounce@anywhere", "Sent, then returned: the address doesn’t exist."],
      ["softbounce@anywhere", "Sent, then returned: the mailbox doesn’t accept it."],
      ["blocked@anywhere", "Sent, then returned: the mail server blocks it."],
      ["complaint@anywhere", "Delivered, then marked as spam."],
    ],
    page: {
      to: paths.mocks.postbox(),
      title: "Post-box",
      text: "Every email that was sent. You can answer one or write a new one.",
    },
  },
  stripe: {
    name: "Stripe (card payments)",
    inputs: [
      [
        "4242 4242 4242 4242",
        "The payment succeeds. Use any future expiry date and any security code.",
      ],
      ["4000 0000 0000 0002", "The card is declined."],
      ["4000 0000 0000 9995", "The card is declined: insufficient funds."],
      ["4000 0000 0000 3220", "The bank asks for 3D Secure. Complete or fail it on the next page."],
      [
        "4000 0000 0000 0077",
        "The payment stays processing until you end it on the Stripe page of the test doubles.",
      ],
      [
        "4000 0000 0000 7726",
        "The payment succeeds. Its refunds stay pending until you end them on the same page.",
      ],
    ],
    page: {
      to: paths.mocks.stripe(),
      title: "Stripe",
      text: "Payments to complete, refund or dispute, and the webhooks sent to our site.",
    },
  },
  loqate: {
    name: "Loqate (addresses)",
    inputs: [
      ["YO1 6EF, YO1 7HH, LS6 2AB, BS6 5TR, SY3 7LL, CB1 2AZ, EX4 4QJ", "Postcodes with houses."],
      ["BS1 4QA", "A building with flats to expand."],
      ["CF11 9LL", "An address in Welsh and in English."],
      ["LS1 4AP", "A company with an & in its name."],
      ["ZZ1 1ZZ", "No such postcode."],
      ["error", "Loqate returns a query error."],
      ["down", "Loqate fails."],
    ],
  },
  recaptcha: {
    name: "reCAPTCHA (tokens)",
    inputs: [
      ["pass:sign_in", "A person who is signing in. With scripts, every visitor is a person."],
      ["low-score:sign_in", "Probably a bot."],
      ["elsewhere:sign_in", "The token is from another site."],
      ["expired", "The token has been used, or is more than 2 minutes old."],
    ],
  },
  thirdfort: {
    name: "Thirdfort (identity checks)",
    inputs: [
      [
        "anyone",
        "The check is open until it is completed (clear, consider or fail), failed or aborted on its page.",
      ],
      ["last name Refused", "The order is refused."],
      [
        "last name Lost",
        "Thirdfort fails, but the check is still ordered. A webhook or a member of staff resolves the order.",
      ],
    ],
    page: {
      to: paths.mocks.thirdfort(),
      title: "Thirdfort",
      text: "Identity checks to complete, fail or abort.",
    },
  },
  "office-health": {
    name: "Office listings (feed)",
    inputs: [["npm run job -- office-health", "This week’s figures for every office are saved."]],
  },
  "land-registry": {
    name: "HM Land Registry (titles; LAND_REGISTRY_ENABLED)",
    inputs: [
      ["a house that Loqate knows", "Its title number."],
      ["ZZ1 1ZZ", "No title: not listed."],
      ["house number 99", "Titles, but none for this house: no exact match."],
      ["BS1 4QA", "Too many titles."],
      ["CB1 2AZ", "The register answers later, when we poll it."],
      ["surname Stranger", "Does not own the property. The surname Alias is a partial match."],
    ],
  },
  "companies-house": {
    name: "Companies House (companies)",
    inputs: [
      ["99001234, OC990021", "A company with its registered office."],
      ["99005555", "A dissolved company."],
      ["99004040", "Companies House fails."],
      ["any other number", "Not found."],
    ],
  },
  "one-search": {
    name: "OneSearch (property searches)",
    inputs: [
      ["building number 66", "The order is refused."],
      [
        "building number 77",
        "The order is received but the answer is lost. OneSearch’s first message or a member of staff resolves it.",
      ],
      ["building number 88", "The order is received. OneSearch’s own reference follows later."],
      ["an order's page", "Results with odd names, dates, statuses, products, sizes and files."],
    ],
    page: {
      to: paths.mocks.oneSearch(),
      title: "OneSearch",
      text: "Search orders to complete or cancel, and requests OneSearch can make.",
    },
  },
  anthropic: {
    name: "Anthropic (reports, intelligence; ANTHROPIC_ENABLED)",
    inputs: [
      ["a search document with “conservation area”", "The answer points to that sentence."],
      ["answer with <<<anything>>> in a document", "The answer is exactly that text."],
      ["think-first in a document", "The model thinks before it answers."],
      [
        "refuse-to-answer, answer-too-long in a document",
        "No answer. The text is written by rules instead.",
      ],
    ],
  },
  sentry: {
    name: "Sentry (service errors)",
    inputs: [["an error in the log", "The redacted event is saved for tests."]],
  },
};
