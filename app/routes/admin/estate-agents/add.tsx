import type { FieldMetadata } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listBrandOptions } from "#app/domain/estate-agents/brands.server.ts";
import {
  createEstateAgent,
  NewEstateAgentForm,
} from "#app/domain/estate-agents/estate-agents.server.ts";
import { type NewEstateAgent, PERSON_KINDS } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { Choice } from "#app/ui/forms/select-field.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { requireActor, openRecord } from "../shared/open-record.server.ts";
import { respondToCreate } from "../shared/record-form.server.ts";
import { RowList } from "../shared/form-lists.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { CheckFields } from "./checks/check-fields.tsx";
import { emailList } from "./estate-agent.server.ts";
import { OfficeFields, type OfficeFormValues } from "./office/office-fields.tsx";
import { PersonFields } from "./people/person-dialogs.tsx";

const TITLE = "Add estate agent";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const FORM = "new-estate-agent";

export async function loader({ request }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "keep_firms",
    read: async () => ({
      brands: await listBrandOptions(readDb),
      formKey: newIdempotencyKey(FORM),
    }),
    title: () => TITLE,
    failure: "There was an error fetching the data",
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "keep_firms");
  return respondToCreate(request, {
    form: FORM,
    schema: NewEstateAgentForm,
    lists: {
      valuers: { max: PERSON_KINDS.valuer.max },
      negotiators: { max: PERSON_KINDS.negotiator.max },
      ...emailList("checks."),
    },
    create: async (trx, agent) =>
      paths.admin.estateAgent(await createEstateAgent(trx, agent, { actor })),
    done: "Estate agent added",
    failure: "There was an error while adding the estate agent",
    what: "Error creating estate agent",
  });
}

const personOfField = labelByPart({
  valuers: "Valuer",
  negotiators: "Negotiator",
  coordinator: "Office Coordinator",
  thirdfort_requester_emails: "Requester email",
});

/** Renders all fields of a new estate agent on one page, with one Submit button (AMB-M03). */
export default function AddEstateAgent() {
  const { title, record } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<FormValues<NewEstateAgent>>({
    id: FORM,
    lastResult: result?.lastResult ?? null,
  });
  return (
    <StaffPage
      title={title}
      width="page"
      form={form}
      questionNames={personOfField}
      trail={[{ label: "Estate Agents", to: paths.admin.estateAgents() }]}
    >
      {record ? (
        <AppForm form={form} formKey={result?.formKey ?? record.formKey} preventScrollReset>
          <NewOffice office={fields.office} brands={record.brands} />
          <RowList
            list={fields.valuers}
            legend="Valuers"
            noun="valuer"
            max={PERSON_KINDS.valuer.max}
          >
            {(valuer) => <PersonFields kind="valuer" fields={valuer.getFieldset()} />}
          </RowList>
          <RowList
            list={fields.negotiators}
            legend="Negotiators"
            noun="negotiator"
            max={PERSON_KINDS.negotiator.max}
          >
            {(negotiator) => <PersonFields kind="negotiator" fields={negotiator.getFieldset()} />}
          </RowList>
          <Card title="Office Coordinator">
            <p className="hint">Leave these fields blank if the office doesn’t have one.</p>
            <PersonFields kind="coordinator" fields={fields.coordinator.getFieldset()} />
          </Card>
          <Card title="Thirdfort Checks">
            <CheckFields fields={fields.checks.getFieldset()} />
          </Card>
          <SubmitButton>Submit</SubmitButton>
        </AppForm>
      ) : null}
    </StaffPage>
  );
}

/**
 * Renders the fields of the office. If they are all empty, shows one error for all of them (M-051).
 */
function NewOffice({
  office,
  brands,
}: {
  office: FieldMetadata<OfficeFormValues>;
  brands: readonly Choice[];
}) {
  const { id, errors } = fieldProps(office);
  return (
    <div className="card form-part">
      <GroupFrame id={id} errors={errors} label="Office details" textInputs>
        <div id={id} tabIndex={-1} className="stack">
          <OfficeFields fields={office.getFieldset()} brands={brands} />
        </div>
      </GroupFrame>
    </div>
  );
}
