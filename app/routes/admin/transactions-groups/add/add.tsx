import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { CREATION_FAILURES } from "#app/domain/groups/labels.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink, Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { openRecord } from "../../shared/open-record.server.ts";
import { StaffPage } from "../../shared/staff-page.tsx";
import { WithDialog } from "../../shared/dialog-link.tsx";
import { type GroupView, openDraft, readGroupPage } from "./draft.server.ts";
import { respondToAdd } from "./add.server.ts";
import { UnitsCard } from "./units-card.tsx";

const TITLE = "Add group";
const TRAIL = [{ label: "Groups", to: paths.admin.transactionsGroups() }];

export const handle: PageHandle = { title: titleFromData(TITLE) };

/**
 * Loads the data again even after a refused submit, because the hidden mark must match the draft on
 * the page.
 */
export const shouldRevalidate = () => true;

export async function loader({ request }: LoaderFunctionArgs) {
  const { place } = await openDraft(request);
  return openRecord(request, {
    needs: "handle",
    read: (reader) => readGroupPage(reader, place),
    title: () => TITLE,
    failure: CREATION_FAILURES.processing,
  });
}

export const action = ({ request }: ActionFunctionArgs) => respondToAdd(request);

type Result = { lastResult: SubmissionResult | null; failed: string | null } | null | undefined;

export default function AddGroup() {
  const { title, record } = useLoaderData<typeof loader>();
  const result: Result = useActionData<typeof action>();
  if (!record)
    return (
      <StaffPage title={title} width="page" trail={TRAIL}>
        {null}
      </StaffPage>
    );
  if (result?.failed) return <NotCreated failed={result.failed} query={record.query} />;
  return <GroupPage group={record} lastResult={result?.lastResult ?? null} />;
}

/** Shows that no group was created. The draft still has all values (P-056, P-057, AMB-P03). */
function NotCreated({ failed, query }: { failed: string; query: GroupView["query"] }) {
  return (
    <StaffPage title={TITLE} width="page" trail={TRAIL}>
      <Notification kind="error" title={failed} live>
        <p>Please go back and try again.</p>
      </Notification>
      <p>
        <ButtonLink to={paths.admin.newTransactionsGroup.page(query)}>Go back</ButtonLink>
      </p>
    </StaffPage>
  );
}

type Shape = Record<"name" | "stripe_transaction_id" | "representative" | "company", string> & {
  units: string[];
};

function GroupPage({
  group,
  lastResult,
}: {
  group: GroupView;
  lastResult: SubmissionResult | null;
}) {
  const { name, stripe_transaction_id, representative, company, units } = group;
  const [form, fields] = useAppForm<Shape>({
    id: "group",
    lastResult,
    defaultValue: { name, stripe_transaction_id },
  });
  // If the page of a part is open, that page has its own error summary.
  const isPart = useOutlet() !== null;
  const isModal = useModalRoute();
  return (
    <StaffPage title={TITLE} form={isPart && !isModal ? undefined : form} trail={TRAIL}>
      <WithDialog>
        <AppForm
          form={form}
          formKey={group.form_key}
          action={paths.admin.newTransactionsGroup.page(group.query)}
          data-width="full"
          keeps
          preventScrollReset
        >
          <input type="hidden" name="mark" value={group.mark} />
          <Card title="Transactions group">
            <TextField
              {...fieldProps(fields.name)}
              label="Group name"
              width="20"
              autoComplete="off"
            />
          </Card>
          <RepresentativeCard
            {...fieldProps(fields.representative)}
            representative={representative}
          />
          <UnitsCard formId={form.id} errors={form.allErrors} units={units} />
          <CompanyCard {...fieldProps(fields.company)} company={company} />
          <PaymentCard {...fieldProps(fields.stripe_transaction_id)} products={group.products} />
          {form.status === "error" ? (
            <Notification
              kind="error"
              title="The information you have entered is invalid. Please check each field for errors and try again."
            />
          ) : null}
          <SubmitButton>Save and Continue</SubmitButton>
        </AppForm>
      </WithDialog>
    </StaffPage>
  );
}

/** Shows the developer’s payment and the price per unit (P-011, P-041, P-042, AMB-P06). */
function PaymentCard({
  products,
  ...field
}: FieldProps & {
  products: readonly { id: string; name: string; price: string }[];
}) {
  return (
    <Card title="Payment">
      <TextField
        {...field}
        label="Stripe transaction ID"
        hint="The ID of the developer’s payment for the group. If you leave this blank, the developer will be invoiced."
        optional
        width="20"
        autoComplete="off"
        spellCheck={false}
      />
      <DataTable
        caption="Ordered for each unit"
        rows={products}
        rowKey={({ id }) => id}
        columns={[
          { key: "name", title: "Product", cell: ({ name }) => name },
          {
            key: "price",
            title: "Normal price including VAT",
            align: "end",
            cell: ({ price }) => price,
          },
          { key: "charged", title: "In this group", align: "end", cell: () => "£0.00" },
        ]}
      />
    </Card>
  );
}

/** Shows the representative of the selling company (P-008). */
function RepresentativeCard({
  representative,
  ...field
}: FieldProps & {
  representative: GroupView["representative"];
}) {
  return (
    <PartCard
      {...field}
      part="representative"
      title="Representative"
      empty="No representative chosen yet."
      rows={
        representative && [
          { term: "Name", description: representative.name },
          { term: "Email", description: representative.email },
          { term: "Account", description: representative.account },
        ]
      }
    />
  );
}

/** Shows the selling company (P-010). */
function CompanyCard({ company, ...field }: FieldProps & { company: GroupView["company"] }) {
  return (
    <PartCard
      {...field}
      part="company"
      title="Company seller"
      empty="No company chosen yet."
      rows={
        company && [
          { term: "Name", description: company.name },
          { term: "Company number", description: company.company_number },
          { term: "Address", description: company.address },
          { term: "Record", description: company.record },
        ]
      }
    />
  );
}

/**
 * Renders one part of the group, which has its own page. The button submits the form, so that typed
 * values are saved first.
 */
function PartCard({
  id,
  errors,
  part,
  title,
  empty,
  rows,
}: FieldProps & {
  part: "representative" | "company";
  title: string;
  empty: ReactNode;
  rows: readonly SummaryRow[] | null;
}) {
  return (
    <div className="card form-part">
      <GroupFrame id={id} errors={errors} label={title}>
        <div className="stack" id={id} tabIndex={-1}>
          {rows ? <SummaryList layout="grid" rows={rows} /> : <p>{empty}</p>}
          <p>
            <Button
              type="submit"
              kind="secondary"
              size="small"
              id={`change-${part}`}
              name="intent"
              value={`${part}.change`}
            >
              {rows ? "Change" : "Choose"} {part}
            </Button>
          </p>
        </div>
      </GroupFrame>
    </div>
  );
}
