import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Failure } from "#app/clients/postmark/outcomes.ts";
import { FAILURES } from "#app/domain/deliveries/failures.ts";
import { readUnreachable } from "#app/domain/deliveries/undelivered.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { pick, plainText, plainTexts } from "#app/domain/shared/questions.ts";
import {
  ABOUT_YOU,
  USER_COLUMNS,
  USER_WORDS,
  type UserColumn,
} from "#app/domain/people/questions.ts";
import {
  listPurchasesByUser,
  listTransactionsByUser,
  readUser,
  type User,
} from "#app/domain/people/users.server.ts";
import { readNewestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { NOT_PROVIDED, SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { RowLink } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openRecord } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { FETCH_FAILURE } from "./list.tsx";

export const handle: PageHandle = { title: titleFromData("User") };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "look",
    async read(reader) {
      const user = await readUser(db, reader, id);
      const [sold, bought, copy] = await Promise.all([
        listTransactionsByUser(db, reader, id),
        listPurchasesByUser(db, reader, id),
        readNewestCopy(db, reader, { user_id: id }),
      ]);
      const unreachable = await readUnreachable(db, reader, [user.email]);
      return {
        ...userView(user),
        unreachable: unreachableText([...unreachable.values()][0]),
        copy: copyText(copy),
        transactions: sold.map((matter) => ({
          id: matter.id,
          transaction_id: matter.id,
          address: addressLine(matter),
        })),
        purchases: bought.map((purchase) => ({
          id: purchase.id,
          transaction_id: purchase.transaction_id,
          address: addressLine(purchase),
        })),
      };
    },
    title: ({ name }) => name,
    failure: FETCH_FAILURE,
  });
}

/** Shows a user with their sales and purchases. */
export default function UserPage() {
  const { title, record: user } = useLoaderData<typeof loader>();
  return (
    <StaffPage title={title} trail={[{ label: "Users", to: paths.admin.users() }]}>
      {user ? (
        <WithDialog>
          <div className="stack">
            {user.unreachable ? (
              <Notification kind="warning" title="Emails don’t reach this person">
                <p>{user.unreachable}</p>
              </Notification>
            ) : null}
            <Card
              title="Personal information"
              actions={
                user.can_correct ? (
                  <DialogLink
                    needs="handle"
                    id={`correct-${user.id}`}
                    to={paths.admin.correctUser(user.id)}
                    what={`${user.name}’s details`}
                  >
                    Correct
                  </DialogLink>
                ) : null
              }
            >
              <SummaryList
                layout="grid"
                rows={[
                  { term: "ID", description: <CopyButton label="ID" value={user.id} /> },
                  ...user.personal,
                ]}
              />
            </Card>
            <Card title="Address">
              {user.address ? (
                <SummaryList layout="grid" rows={user.address} />
              ) : (
                <p className="hint">{NOT_PROVIDED}</p>
              )}
            </Card>
            <Card
              title="Data copy"
              actions={
                <DialogLink
                  needs="handle_privacy"
                  id={`copy-data-${user.id}`}
                  to={paths.admin.copyUserData(user.id)}
                  what={`of ${user.name}’s data`}
                >
                  Request a copy
                </DialogLink>
              }
            >
              <p>{user.copy}</p>
            </Card>
            <Card title="Transactions">
              <Matters
                caption={`${user.name}’s transactions`}
                rows={user.transactions}
                empty="No transactions found for this user."
              />
            </Card>
            <Card title="Purchase intents">
              <Matters
                caption={`${user.name}’s purchase intents`}
                rows={user.purchases}
                empty="No purchase intents found for this user."
              />
            </Card>
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

type Matter = { id: string; transaction_id: string; address: string };

/** The only column of the table. It links to the matter. */
const columns: readonly Column<Matter>[] = [
  {
    key: "address",
    title: "Property address",
    cell: (row) => (
      <RowLink to={paths.admin.transaction(row.transaction_id)}>{row.address}</RowLink>
    ),
  },
];

function Matters(table: { caption: string; rows: readonly Matter[]; empty: string }) {
  return <DataTable {...table} hideCaption columns={columns} rowKey={(row) => row.id} />;
}

const REACHED_BY: Record<string, "email" | "phone"> = { email: "email", phone_number: "phone" };

/** Maps a user to what their page shows. */
function userView(user: User) {
  const answers: Record<string, string | null> = {
    ...pick<User, UserColumn | "email">(user, [...USER_COLUMNS, "email"]),
    ...plainTexts(ABOUT_YOU, user, plainText),
  };
  return {
    id: user.id,
    name: fullName(user),
    can_correct: user.type === "customer",
    personal: [
      ...Object.entries(USER_WORDS).map(([name, term]) => ({
        term,
        description: answers[name],
        by: REACHED_BY[name],
      })),
      { term: "Type", description: user.type === "admin" ? "Staff" : "Customer" },
      { term: "Status", description: status(user) },
      { term: "Created", description: adminDate(user.created_at) },
    ],
    address: user.address && addressView(user.address),
  };
}

function copyText(copy: Awaited<ReturnType<typeof readNewestCopy>>) {
  if (!copy) return "No copy has been requested recently.";
  const asked = `Requested on ${adminMoment(copy.created_at)}`;
  if (copy.is_over) return `${asked}. It has expired.`;
  switch (copy.status) {
    case "making":
      return `${asked}. It is being made.`;
    case "ready":
      return `${asked}. They can download it until ${adminMoment(copy.expires_at)}.`;
    case "failed":
      return `${asked}. It couldn’t be made.`;
  }
}

function unreachableText(why: { failed_at: Date; failure: Failure } | undefined) {
  return why ? `${FAILURES[why.failure]} ${adminMoment(why.failed_at)}.` : null;
}

function status({ active, deactivated_at }: User) {
  if (deactivated_at) return `Blocked on ${adminDate(deactivated_at)}`;
  return active ? "Active" : "Not active yet";
}

function addressView(address: NonNullable<User["address"]>) {
  const { latitude, longitude } = address;
  return [
    { term: "Organisation name", description: address.organisation_name },
    { term: "Address line 1", description: address.line_1 },
    { term: "Address line 2", description: address.line_2 },
    { term: "Address line 3", description: address.line_3 },
    { term: "Post town", description: address.post_town },
    { term: "County", description: address.county },
    { term: "Postcode", description: address.postcode },
    { term: "Country", description: address.country },
    { term: "Country ISO 2", description: address.country_iso_2 },
    { term: "Building number", description: address.building_number },
    { term: "Sub building name", description: address.sub_building_name },
    { term: "Building name", description: address.building_name },
    { term: "Premise", description: address.premise },
    { term: "PO box", description: address.po_box },
    { term: "UPRN", description: address.uprn },
    { term: "District", description: address.district },
    { term: "Latitude", description: latitude === null ? null : String(latitude) },
    { term: "Longitude", description: longitude === null ? null : String(longitude) },
  ];
}
