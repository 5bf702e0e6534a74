import { Link } from "@remix-run/react";
import { formatCount } from "#app/domain/shared/format.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { REFERRAL_KINDS, type ReferralKind } from "#app/domain/stats/referral-kinds.ts";
import type { Referral } from "#app/domain/stats/statistics.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { RowLink } from "../shared/cells.tsx";
import { type Panel, PanelContent } from "./panel.tsx";

/** Columns: name, type, home, value, and when the legal work started (S-008 to S-012). */
export const referralColumns: readonly Column<ReferralRow>[] = [
  {
    key: "name",
    title: "Name",
    width: "wide",
    cell: ({ transaction_id, name }) => (
      <RowLink to={paths.admin.transaction(transaction_id)}>{name}</RowLink>
    ),
  },
  { key: "type", title: "Type", cell: ({ type }) => type },
  { key: "address", title: "Property address", width: "wide", cell: ({ address }) => address },
  { key: "price", title: "Property value", align: "end", cell: ({ price }) => price },
  { key: "legals", title: "Legals started", cell: ({ legals_started }) => legals_started },
];

export const NO_REFERRALS = "No referrals yet.";

type Referrals = Panel<{ rows: ReferralRow[]; total: number }>;

/**
 * Renders two tables (AMB-S02), each with a link to the full list. If one fails, the other is still
 * shown (S-027).
 */
export function ReferralTables(panels: Record<ReferralKind, Referrals>) {
  return (
    <div className="stats-panel" data-width="whole">
      <Card title="Foreign Currency and Mortgage Referrals">
        <ReferralTable kind="foreign_currency" panel={panels.foreign_currency} />
        <ReferralTable kind="mortgage" panel={panels.mortgage} />
      </Card>
    </div>
  );
}

function ReferralTable({ kind, panel }: { kind: ReferralKind; panel: Referrals }) {
  const { label } = REFERRAL_KINDS[kind];
  return (
    <section className="stack" data-gap="s">
      <h3>{label}</h3>
      <PanelContent name={label} panel={panel}>
        {({ rows, total }) => (
          <>
            <DataTable
              caption={label}
              hideCaption
              list="referrals"
              columns={referralColumns}
              rows={rows}
              rowKey={({ id }) => id}
              empty={NO_REFERRALS}
            />
            {total > rows.length ? (
              <p>
                <Link to={paths.admin.referrals(kind)}>
                  Show all {formatCount(total)}
                  <span className="vh">: {label}</span>
                </Link>
              </p>
            ) : null}
          </>
        )}
      </PanelContent>
    </section>
  );
}

export type ReferralRow = ReturnType<typeof referralRow>;

/** Maps a referral to its row in the table (S-008 to S-015). */
export function referralRow(referral: Referral) {
  const { id, transaction_id, purchase_intent_id, price_pounds, legals_started_at } = referral;
  const type = purchase_intent_id === null ? "Seller" : "Buyer";
  return {
    id,
    transaction_id,
    name: referralName(referral) || `Unknown ${type}`,
    type,
    address: addressLine(referral) || "No address",
    price: formatPounds(price_pounds),
    legals_started: legals_started_at ? adminDate(legals_started_at) : "Not started",
  };
}

function referralName({ first_name, middle_name, last_name }: Referral) {
  return fullName({ first_name: first_name ?? "", middle_name, last_name }).trim();
}
