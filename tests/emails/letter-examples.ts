/** Letters to solicitors, written as for real matters. */

import { markNew, type SolicitorLetter } from "#app/domain/assignments/letter.ts";
import type { EmailProps } from "#app/emails/index.server.ts";
import { facts, group, matter, person, purchase, writeLetter } from "#tests/support/letters.ts";

const property = "1 Arch Street, Bath, BA1 1AA";

/** Returns a lawyer group whose people have complete contact details. */
const team = (firm: string, [solicitor, last_name, assistant]: [string, string, string]) => {
  const domain = `${last_name.toLowerCase()}.example`;
  const of = (first_name: string, last: string, phone_number: string | null) => ({
    ...person(first_name),
    last_name: last,
    email: `${first_name.toLowerCase()}@${domain}`,
    phone_number,
  });
  return {
    ...group,
    law_firm: { ...group.law_firm, name: firm },
    solicitor: of(solicitor, last_name, "+441904555020"),
    legal_assistants: [of(assistant, "Lane", null)],
    thirdfort_recipient_emails: [`checks@${domain}`],
  };
};

const ashby = team("Ashby & Co", ["Sol", "Ashby", "Asa"]);
const able = team("Able Law", ["Bo", "Able", "Abi"]);

const check = (first_name: string, person_type: "seller" | "buyer") => ({
  ...{ person_type, first_name, last_name: "Byron", report_to: null },
  ...{ status: null, result: null, updated_at: null },
});

const sale = (change: object) =>
  matter({
    number: 10_482,
    address: { line_1: "1 Arch Street", post_town: "Bath", postcode: "BA1 1AA" },
    additional_sellers: [person("Bob")],
    ...{ asking_price_pounds: 450_000, referral_fee_paid: false },
    estate_agent_status: "assigned",
    estate_agent: {
      ...{ office_name: "Northgate York", brand_name: "Northgate" },
      ...{ first_name: "Val", last_name: "Ridley", email: "val@northgate.example" },
      ...{ phone_number: null, office_phone_number: "+441904555010" },
    },
    ...change,
  });

const bought = (change: object) => {
  const buyers = { additional_buyers: [person("Jo")], ownership_type: "Joint" };
  const agreed = { agreed_price_pounds: 440_000, sale_agreed: "2026-11-13" };
  const funds = { savings_from_employment: true, referral_fee_paid: false };
  return purchase({ ...buyers, ...agreed, ...funds, ...change });
};

/** Returns an instruction to the buyers’ solicitor. */
const toBuyers = (
  { home, pays }: { home: object; pays: object },
  change: Parameters<typeof writeLetter>[2] = {},
) => {
  const checks = [check("Bea", "buyer"), check("Jo", "buyer")];
  const searches = { searches_ordered_on: "2026-11-12", checks };
  const one = sale({
    ...{ purchase: bought(pays), groups: { seller: ashby, buyer: able }, facts: facts(searches) },
    ...home,
  });
  return writeLetter("buyer", one, { group: able, ...change });
};

const emailed = (side: "seller" | "buyer", letter: SolicitorLetter, has_accepted = false) => ({
  ...letter,
  information: null,
  has_accepted,
  pages: [
    { home: property, url: `http://localhost:3000/law-firm/${side}/65a000000000000000000001` },
  ],
});

const again = { is_repeat: true, answer_by: null };
const unsure = { mortgage_required_for_purchase: "not_sure" };
const decided = {
  ...{ mortgage_required_for_purchase: "yes", mortgage_provider: "Nationwide" },
  mortgage_broker: "Harbour Mortgages",
};
const first_sent_at = "2026-11-16T09:15:00.000Z";

export const letterExamples: Pick<
  EmailProps,
  | "seller_solicitor_instruction"
  | "buyer_solicitor_instruction"
  | "purchase_intent_activated_solicitor"
> = {
  seller_solicitor_instruction: emailed(
    "seller",
    writeLetter(
      "seller",
      sale({
        title_number: null,
        groups: { seller: ashby, buyer: null },
        facts: facts({ checks: [check("Ada", "seller"), check("Bob", "seller")] }),
      }),
      { group: ashby, comment: "Ada is abroad until May.\nPlease write by email." },
    ),
  ),
  buyer_solicitor_instruction: emailed("buyer", {
    ...markNew(toBuyers({ home: {}, pays: decided }, again), toBuyers({ home: {}, pays: unsure })),
    first_sent_at,
  }),
  purchase_intent_activated_solicitor: emailed(
    "buyer",
    {
      ...markNew(
        toBuyers(
          { home: {}, pays: decided },
          { ...again, is_activation: true, has_accepted: true },
        ),
        toBuyers({ home: { title_number: null }, pays: decided }),
      ),
      first_sent_at,
    },
    true,
  ),
};
