import { PRODUCT_NAME } from "#app/product.ts";
import { type Contact, type LegalTeam, numbered, teamFacts } from "./contact.ts";
import type { Email } from "./email.ts";
import { Facts, Greeting, JustAnswer, Paragraph, Subtitle } from "./pieces.tsx";

/** To the solicitor of one side whom staff have assigned, their assistants in copy. */

type InstructionProps = {
  /** The solicitor's. */
  first_name: string;
  cc: string[];
  /** Its address on one line; of several homes how many they are. */
  property: string;
  /** What staff want the solicitor to know, and no customer. */
  comments: string | null;
};

type Home = { property: string; tenure: string; title_number: string | null };

export type SellerInstructionProps = InstructionProps & {
  homes: (Home & { asking_price: string })[];
  /** The company that sells, and its number. */
  company: string | null;
  sellers: Contact[];
  estate_agent: string;
};

export type BuyerInstructionProps = InstructionProps &
  Home & {
    buyers: Contact[];
    agreed_price: string;
    ownership: string;
    /** The lender, or that there is none. */
    mortgage: string;
    seller_team: LegalTeam | null;
  };

type Fact = [what: string, value: string];

function instruction<Props extends InstructionProps>(
  noun: "sale" | "purchase",
  more: (props: Props) => { facts: Fact[]; people: Fact[] },
): Email<Props> {
  return {
    subject: ({ property }) => `New instruction: ${noun} of ${property}`,
    preview: () => `${PRODUCT_NAME} instructs you. Here is what you need to begin.`,
    cc: ({ cc }) => cc,
    Body: (props) => {
      const { first_name, property, comments, context } = props;
      const { facts, people } = more(props);
      return (
        <>
          <Greeting name={first_name} />
          <Paragraph>
            Please act in the {noun} of {property}. Send your engagement letter, and tell us at once
            if you cannot act.
          </Paragraph>
          <Facts facts={facts} />
          <Subtitle>Who is who</Subtitle>
          <Facts facts={people} />
          {comments ? <Facts facts={[["Comments", comments]]} /> : null}
          <JustAnswer context={context} />
        </>
      );
    },
  };
}

function homeFacts({ property, tenure, title_number }: Home): Fact[] {
  return [
    ["Property", property],
    ["Tenure", tenure],
    ["Title number", title_number ?? "Not known yet"],
  ];
}

/** One of several homes: its address, and what is known of it in lines. */
function asOneFact({ property }: Home, facts: Fact[]): Fact {
  const lines = facts.filter(([what]) => what !== "Property");
  return [property, lines.map(([what, value]) => `${what}: ${value}`).join("\n")];
}

export const sellerInstruction = instruction<SellerInstructionProps>(
  "sale",
  ({ homes, company, sellers, estate_agent }) => ({
    facts: homes.flatMap((home) => {
      const facts: Fact[] = [...homeFacts(home), ["Asking price", home.asking_price]];
      return homes.length === 1 ? facts : [asOneFact(home, facts)];
    }),
    people: [
      ...(company ? [["Company that sells", company] satisfies Fact] : []),
      ...numbered("Seller", sellers),
      ["Estate agent", estate_agent],
    ],
  }),
);

export const buyerInstruction = instruction<BuyerInstructionProps>(
  "purchase",
  ({ agreed_price, ownership, mortgage, buyers, seller_team, ...home }) => ({
    facts: [
      ...homeFacts(home),
      ["Agreed price", agreed_price],
      ["Ownership", ownership],
      ["Mortgage", mortgage],
    ],
    people: [
      ...numbered("Buyer", buyers),
      ...(seller_team ? teamFacts(seller_team) : []).map(([what, value]): Fact => [
        `Seller: ${what}`,
        value,
      ]),
    ],
  }),
);
