import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { addressLine } from "#app/domain/shared/address.ts";
import { yesNoText } from "#app/domain/shared/answers.ts";
import { PEOPLE_LOCKED } from "#app/domain/participants/edit-locked.ts";
import { REPRESENTED_TEXT } from "#app/domain/people/representation.ts";
import { readContactHistory } from "#app/domain/people/notification-history.server.ts";
import { CUSTOMER_TYPE_LABELS } from "#app/domain/sales/questions.ts";
import { readSellers } from "#app/domain/sales/read-sale.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { ActionLink } from "../actions/action-link.tsx";
import { openTab } from "../open-transaction.server.ts";
import { PeopleTable, personView } from "../people-table.tsx";
import { Tab } from "../tabs.tsx";

export const handle: LayoutHandle = { part: "Sellers" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id, seller_mortgage, referral_fees }, reader) => {
    const { company, complete, sellers } = await readSellers(db, reader, id);
    const histories = await readContactHistory(db, reader, id, sellers);
    return {
      seller_mortgage,
      referral_fee: referral_fees.seller,
      complete,
      company: company && {
        name: company.name,
        number: company.company_number,
        address: company.address && addressLine(company.address),
      },
      sellers: sellers.map((seller) => ({
        ...personView(seller, histories),
        customer_type: [
          CUSTOMER_TYPE_LABELS[seller.customer_type],
          seller.representation_reason && REPRESENTED_TEXT[seller.representation_reason],
        ]
          .filter(Boolean)
          .join(", "),
        primary: seller.primary_customer,
      })),
    };
  });
}

/** Renders the sellers (K-011, K-039 to K-044). */
export default function SellersTab() {
  const { id = "" } = useParams();
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ company, complete, sellers, seller_mortgage, referral_fee }) => (
        <div className="stack">
          {company ? (
            <Card title="Company seller">
              <SummaryList
                layout="grid"
                rows={[
                  { term: "Name", description: company.name },
                  { term: "Company number", description: company.number },
                  { term: "Registered address", description: company.address },
                ]}
              />
            </Card>
          ) : null}
          <Card
            title="Sellers"
            actions={
              <>
                <ActionLink id={id} kind="correct_ownership">
                  Correct ownership
                </ActionLink>
                <ActionLink id={id} kind="correct_postal_address">
                  Correct a postal address
                </ActionLink>
                <DialogLink
                  needs="handle"
                  id="add-seller"
                  to={paths.admin.addSeller(id)}
                  refusal={complete ? null : PEOPLE_LOCKED.sale}
                >
                  Add seller
                </DialogLink>
              </>
            }
          >
            <PeopleTable
              caption="Everyone selling"
              people={sellers.map((seller) => ({
                ...seller,
                correct: seller.primary
                  ? paths.admin.correctUser(seller.id)
                  : paths.admin.correctPerson(id, "sellers", seller.id),
                remove:
                  seller.primary || !complete
                    ? null
                    : paths.admin.removePerson(id, "sellers", seller.id),
              }))}
              columns={[
                { key: "type", title: "Customer type", cell: (seller) => seller.customer_type },
                {
                  key: "primary",
                  title: "Primary customer",
                  cell: ({ primary }) => yesNoText(primary),
                },
              ]}
            />
          </Card>
          <Card
            title="Mortgage and referral fee"
            actions={
              <>
                <ActionLink id={id} kind="correct_seller_lender">
                  Correct the mortgage
                </ActionLink>
                <DialogLink
                  needs="handle"
                  id="referral-fee"
                  to={paths.admin.referralFee.seller(id)}
                >
                  Edit referral fee
                </DialogLink>
              </>
            }
          >
            <SummaryList
              layout="grid"
              rows={[
                { term: "Mortgage on the property", description: seller_mortgage },
                { term: "Referral fee", description: referral_fee },
              ]}
            />
          </Card>
        </div>
      )}
    </Tab>
  );
}
