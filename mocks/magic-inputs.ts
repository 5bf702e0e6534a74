import { paths } from "#app/paths.ts";
import type { Vendor } from "#app/vendors.server.ts";

export type MagicInputs = {
  name: string;
  inputs: readonly (readonly [input: string, outcome: string])[];
  /** Where the double shows what it has, and does what its vendor would. */
  page?: { to: string; title: string; text: string };
};

/** What to type for each outcome; shown at /mocks, and in docs/doubles.md. */
export const magicInputs: Record<Vendor, MagicInputs> = {
  postmark: {
    name: "Postmark (email)",
    inputs: [
      ["anybody@anywhere", "The email is in the post-box."],
      ["bounce@anywhere", "Refused: the recipient is inactive."],
      ["invalid@anywhere", "Refused: the address is not one."],
      ["down@anywhere", "Postmark fails; nothing is sent."],
      ["lost@anywhere", "Postmark fails, and the email is sent all the same."],
    ],
    page: {
      to: paths.mocks.postbox(),
      title: "Post-box",
      text: "Every email that was sent; answer one, or write a new one.",
    },
  },
  stripe: {
    name: "Stripe (card payments)",
    inputs: [
      [
        "4242 4242 4242 4242",
        "The payment succeeds. Any expiry to come and any security code go with it.",
      ],
      ["4000 0000 0000 0002", "The card is declined."],
      ["4000 0000 0000 9995", "The card is declined: insufficient funds."],
      ["4000 0000 0000 3220", "The bank asks for 3D Secure: complete or fail it on the next page."],
      [
        "4000 0000 0000 0077",
        "The payment stays processing until it is settled on the Stripe page of the doubles.",
      ],
    ],
    page: {
      to: paths.mocks.stripe(),
      title: "Stripe",
      text: "Payments to settle, give back or dispute, and what our site was told of them.",
    },
  },
  loqate: {
    name: "Loqate (addresses)",
    inputs: [
      ["YO1 6EF, YO1 7HH, LS6 2AB, BS6 5TR, SY3 7LL, CB1 2AZ, EX4 4QJ", "A postcode with houses."],
      ["BS1 4QA", "A building whose flats have to be opened."],
      ["CF11 9LL", "An address in Welsh and in English."],
      ["LS1 4AP", "A company with an & in its name."],
      ["ZZ1 1ZZ", "No such postcode."],
      ["error", "Loqate answers with an error of the query."],
      ["down", "Loqate fails."],
    ],
  },
  recaptcha: {
    name: "reCAPTCHA (tokens)",
    inputs: [
      ["pass:sign_in", "A person, who is signing in. With scripts every visitor is one."],
      ["low-score:sign_in", "Probably a program."],
      ["elsewhere:sign_in", "The token was made on another site."],
      ["expired", "The token was used before, or is older than two minutes."],
    ],
  },
  thirdfort: {
    name: "Thirdfort (identity checks)",
    inputs: [
      [
        "anybody",
        "The check is open until it is completed (clear, consider or fail), failed or aborted on its page.",
      ],
      ["last name Refused", "The order is refused."],
      [
        "last name Lost",
        "Thirdfort fails, and the check is ordered all the same: a webhook settles it, or you do.",
      ],
    ],
    page: {
      to: paths.mocks.thirdfort(),
      title: "Thirdfort",
      text: "Identity checks to complete, fail or abort.",
    },
  },
  "office-health": {
    name: "Listings of offices (feed)",
    inputs: [["npm run job -- office-health", "This week's counts of every office are stored."]],
  },
  "land-registry": {
    name: "HM Land Registry (titles; LAND_REGISTRY_ENABLED)",
    inputs: [
      ["a house that Loqate knows", "Its title number."],
      ["ZZ1 1ZZ", "No title: not listed."],
      ["house number 99", "Titles, none of them of this house: no exact match."],
      ["BS1 4QA", "Too many titles."],
      ["CB1 2AZ", "The register answers later, when it is polled."],
      ["surname Stranger", "Does not own it. Alias matches in part."],
    ],
  },
  "companies-house": {
    name: "Companies House (companies)",
    inputs: [
      ["99001234, OC990021", "A company, with its registered office."],
      ["99005555", "A company that was dissolved."],
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
        "The order is taken, and the answer is lost: its first message settles it, or you do.",
      ],
      ["building number 88", "The order is taken; OneSearch's own reference is still to come."],
      ["an order's page", "Results with odd names, dates, statuses, products, sizes and files."],
    ],
    page: {
      to: paths.mocks.oneSearch(),
      title: "OneSearch",
      text: "Orders of searches to complete or cancel, and what to ask us for.",
    },
  },
  anthropic: {
    name: "Anthropic (reports, intelligence; ANTHROPIC_ENABLED)",
    inputs: [
      ["a search document with “conservation area”", "It points to the sentence."],
      ["answer with <<<anything>>> in a document", "It answers with exactly that."],
      ["think-first in a document", "It thinks before it answers."],
      ["refuse-to-answer, answer-too-long in a document", "No answer; rules write then."],
    ],
  },
  sentry: {
    name: "Sentry (errors of the service)",
    inputs: [["an error in the log", "Its event is kept, redacted, for tests."]],
  },
};
