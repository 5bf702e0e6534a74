import { paths } from "#app/paths.ts";

/** Where staff go most, in the bar itself where it has room. */
export const places = [
  { label: "Transactions", to: paths.admin.transactions() },
  { label: "Groups", to: paths.admin.transactionsGroups() },
  { label: "Law Firms", to: paths.admin.lawFirms() },
  { label: "Estate Agents", to: paths.admin.estateAgents() },
  { label: "Users", to: paths.admin.users() },
  { label: "Stats & Metrics", to: paths.admin.stats() },
] as const;

/** The menu in its order (I-040 to I-051). What is disabled is a text: its page opens by address only (AMB-I01). */
export const menu: readonly { label: string; to: string | null }[] = [
  { label: "Transaction Feed", to: null },
  { label: "Transactions", to: paths.admin.transactions() },
  { label: "Groups", to: paths.admin.transactionsGroups() },
  { label: "Law Firms", to: paths.admin.lawFirms() },
  { label: "Estate Agents", to: paths.admin.estateAgents() },
  { label: "Users", to: paths.admin.users() },
  { label: "Sellers Invitations", to: paths.admin.invitations("sell") },
  { label: "Buyers Invitations", to: paths.admin.invitations("buy") },
  { label: "Ask Charlie", to: null },
  { label: "Unmatched Emails", to: paths.admin.unmatchedEmails() },
  { label: "Stats & Metrics", to: paths.admin.stats() },
  { label: "Config", to: null },
];
