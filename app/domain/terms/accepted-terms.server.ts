import { company, companyText } from "#app/platform/company.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { customerMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { buyerTerms } from "./buyer-terms.ts";
import { type LegalDocument, numberSections } from "./document.ts";
import { sellerTerms } from "./seller-terms.ts";
import { TERMS_VERSION } from "./terms.ts";

/**
 * Terms that a customer has accepted: the full text, its version, the person, the time and the
 * property.
 */
export type AcceptedTerms = Awaited<ReturnType<typeof readSellerTerms>>;

/**
 * Returns the terms that the seller of a sale has accepted (AMB-C11).
 * @throws NoResultError if the seller has accepted no terms; Error if they accepted a version that
 * is not the current one
 */
export async function readSellerTerms(db: Db, { transaction_id }: { transaction_id: string }) {
  const sale = await db
    .selectFrom("transactions as t")
    .innerJoin("users as u", "u.id", "t.terms_accepted_by")
    .innerJoin("properties as p", "p.id", "t.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("t.id", "=", transaction_id)
    .select(["t.terms_accepted_at", "t.terms_version"])
    .select(["u.first_name", "u.middle_name", "u.last_name"])
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return accepted(sale, { act: "sale", document: sellerTerms, page: paths.legal.sellerTerms() });
}

/** Returns the terms that the buyer of a purchase has accepted. Throws like readSellerTerms. */
export async function readBuyerTerms(
  db: Db,
  { purchase_intent_id }: { purchase_intent_id: string },
) {
  const purchase = await db
    .selectFrom("purchase_intents as i")
    .innerJoin("users as u", "u.id", "i.terms_accepted_by")
    .innerJoin("properties as p", "p.id", "i.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("i.id", "=", purchase_intent_id)
    .select(["i.terms_accepted_at", "i.terms_version"])
    .select(["u.first_name", "u.middle_name", "u.last_name"])
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return accepted(purchase, {
    act: "purchase",
    document: buyerTerms,
    page: paths.legal.buyerTerms(),
  });
}

type Acceptance = {
  terms_accepted_at: Date | null;
  terms_version: string | null;
  first_name: string;
  middle_name: string | null;
  last_name: string;
} & Parameters<typeof addressLine>[0];

function accepted(
  acceptance: Acceptance,
  { act, document, page }: { act: "sale" | "purchase"; document: LegalDocument; page: string },
) {
  const { terms_accepted_at: at, terms_version, first_name } = acceptance;
  // Never email the current terms to a customer who has accepted a different version.
  if (!at || terms_version !== TERMS_VERSION) {
    throw new Error(`The terms that were accepted are version ${terms_version ?? "none"}`);
  }
  return {
    first_name,
    accepted_by: fullName(acceptance),
    accepted_at: customerMoment(at),
    act,
    property: addressLine(acceptance),
    is_draft: isDraft(),
    page: siteUrl(page),
    terms: writeOut(document, {
      "support email": env.SUPPORT_EMAIL,
      telephone: company.telephone,
      company: companyText,
    }),
  };
}

/**
 * Returns true if legal texts are marked as drafts: outside production, and in production while a
 * double is in use (decision H01).
 */
export function isDraft(): boolean {
  return env.NODE_ENV !== "production" || vendorsWithDouble.size > 0;
}

export type PlainTerms = {
  title: string;
  version: string;
  parts: {
    title: string;
    sections: {
      title: string;
      paragraphs: { heading?: string; text: string; items: string[] }[];
    }[];
  }[];
};

/**
 * Renders a legal document as plain text. Replaces the names in braces with their texts, and links
 * to clauses with the clauses’ numbers.
 */
function writeOut(document: LegalDocument, names: Record<string, string>): PlainTerms {
  const parts = numberSections(document);
  const numbers = new Map(
    parts.flatMap(({ sections }) => sections.map(({ anchor, number }) => [anchor, number])),
  );
  const words = (text: string) =>
    text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const [noun = "", anchor] = name.split(" #");
      return anchor ? `${noun} ${numbers.get(anchor) ?? ""}` : (names[name] ?? name);
    });
  return {
    title: document.title,
    version: document.version ?? "",
    parts: parts.map(({ title = "", sections }) => ({
      title,
      sections: sections.map((section) => {
        let paragraph = 0;
        let heading: string | undefined;
        return {
          title: `${section.number}. ${section.title}`,
          paragraphs: section.blocks.flatMap((block) => {
            if (typeof block === "object" && "heading" in block) {
              heading = block.heading;
              return [];
            }
            const { text, items } = typeof block === "string" ? { text: block, items: [] } : block;
            const written = {
              ...(heading && { heading }),
              text: `${section.number}.${++paragraph} ${words(text)}`,
              items: items.map((item, index) => `(${letter(index)}) ${words(item)}`),
            };
            heading = undefined;
            return [written];
          }),
        };
      }),
    })),
  };
}

function letter(index: number) {
  return String.fromCharCode("a".charCodeAt(0) + index);
}
