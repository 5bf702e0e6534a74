import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Details } from "#app/ui/details.tsx";
import { FoldingCard } from "#app/ui/folding-card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ActionLink } from "./actions/action-link.tsx";
import type { TransactionView } from "./view.ts";

/** Renders the key facts (K-024 to K-037), on the overview folded. */
export function KeyInformation({
  transaction,
  folded = false,
}: {
  transaction: TransactionView;
  folded?: boolean;
}) {
  const rows = keyFacts(transaction);
  return (
    <FoldingCard title="Key Information">
      {folded ? (
        <Details summary="Show key information">
          <SummaryList layout="side" rows={rows} />
        </Details>
      ) : (
        <SummaryList layout="side" rows={rows} />
      )}
      <p className="record-link">
        <Link to={paths.admin.transactionHistory(transaction.id)}>
          History of views and changes
        </Link>
      </p>
      <p className="record-link">
        <Link to={paths.admin.matterFile(transaction.id)}>Full matter file</Link>
      </p>
    </FoldingCard>
  );
}

function keyFacts(transaction: TransactionView) {
  return [
    { term: "ID", description: <CopyButton compact label="ID" value={transaction.id} /> },
    { term: "Transaction type", description: transaction.type },
    {
      term: "Property",
      description: <CopyButton compact label="Property" value={transaction.address} />,
    },
    { term: "Tenure", description: transaction.property.tenure },
    { term: "Asking price", description: transaction.asking_price },
    { term: "Payment type", description: transaction.payment_type },
    { term: "Foreign currency", description: transaction.foreign_currency },
    { term: "Mortgage referral", description: transaction.mortgage_referral },
    { term: "Seller’s mortgage", description: transaction.seller_mortgage },
    { term: "Mortgage broker", description: transaction.mortgage_broker },
    { term: "Seller’s referral fee", description: transaction.referral_fees.seller },
    { term: "Buyer’s referral fee", description: transaction.referral_fees.buyer },
    { term: "Seller solicitor", description: transaction.seller_solicitor },
    { term: "Buyer solicitor", description: transaction.buyer_solicitor },
    { term: "Estate agent", description: transaction.estate_agent_text },
    {
      term: "Group name",
      description: <GroupLink id={transaction.id} group={transaction.group} />,
    },
    { term: "Created date", description: transaction.created },
    { term: "Using referral code", description: transaction.referral_code },
  ];
}

function GroupLink({ id, group }: Pick<TransactionView, "id" | "group">) {
  if (!group) return "None";
  return (
    <span className="cluster">
      <Link to={paths.admin.transactionsGroup(group.id)}>{group.name}</Link>
      <ActionLink id={id} kind="take_unit_out">
        Take out<span className="vh"> of this group</span>
      </ActionLink>
    </span>
  );
}
