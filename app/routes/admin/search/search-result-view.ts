import { formatPhone } from "#app/domain/shared/phone.ts";
import { formatCount } from "#app/domain/shared/format.ts";
import type { Found, FoundOfKind, Kind } from "#app/domain/staff-search/search.server.ts";
import { paths } from "#app/paths.ts";

type KindWords = {
  one: string;
  many: string;
  to: (id: string) => string;
  matters?: (id: string) => string;
};

const KIND_WORDS: Record<Kind, KindWords> = {
  transaction: { one: "Transaction", many: "Transactions", to: paths.admin.transaction },
  user: { one: "User", many: "Users", to: paths.admin.user },
  law_firm: { one: "Law firm", many: "Law firms", to: paths.admin.lawFirm },
  lawyer_group: {
    one: "Lawyer group",
    many: "Lawyer groups",
    to: paths.admin.lawyerGroup,
    matters: (lawyer_group) => paths.admin.transactions({ lawyer_group }),
  },
  estate_agent: {
    one: "Estate agent",
    many: "Estate agents",
    to: paths.admin.estateAgent,
    matters: (estate_agent) => paths.admin.transactions({ estate_agent }),
  },
  group: { one: "Group", many: "Groups", to: paths.admin.transactionsGroup },
};

const FACTS: Record<string, string> = {
  title_number: "Title number",
  company: "Company",
  seller: "Seller",
  buyer: "Buyer",
  giftor: "Giftor",
  email: "Email",
  phone: "Phone",
};

/** Maps a search result to the link and the texts that the list shows (I-065, I-066). */
export function foundLink({ type, id, text, detail, stage, matched }: Found) {
  const { one, to, matters } = KIND_WORDS[type];
  return {
    kind: one,
    to: to(id),
    text,
    detail,
    stage,
    matched: matched.map(
      ({ what, shown }) =>
        `${FACTS[what] ?? what}: ${what === "phone" ? formatPhone(shown) : shown}`,
    ),
    matters: matters?.(id) ?? null,
  };
}

export function kindTitle({ kind, total, more }: FoundOfKind) {
  return `${KIND_WORDS[kind].many} (${formatCount(total)}${more ? "+" : ""})`;
}

/** Returns the message for a query that has no results (I-070). */
function notFound(query: string) {
  return `No results found for “${query}”`;
}

/**
 * Returns "24 results for “alder”". If there are more results than are shown, adds how many are
 * shown.
 */
export function countText(query: string, kinds: readonly FoundOfKind[]) {
  const total = kinds.reduce((sum, each) => sum + each.total, 0);
  const shown = kinds.reduce((sum, { found }) => sum + found.length, 0);
  if (total === 0) return notFound(query);
  const more = kinds.some((each) => each.more) ? "+" : "";
  const results = `${formatCount(total)}${more} ${total === 1 ? "result" : "results"} for “${query}”`;
  return shown < total ? `${results}, ${formatCount(shown)} shown` : results;
}
