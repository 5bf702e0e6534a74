import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createEstateAgent } from "#app/domain/estate-agents/create-estate-agent.server.ts";
import { MAX_NEGOTIATORS, MAX_VALUERS } from "#app/domain/estate-agents/limits.ts";
import { NewEstateAgentForm } from "#app/domain/estate-agents/new-agent-form.server.ts";
import type { NewEstateAgent } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { namePart } from "#app/ui/forms/form-types.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { requireActor } from "../kit/actor.server.ts";
import { ContactFields } from "../kit/contact-fields.tsx";
import { respondToCreate } from "../kit/create.server.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { RowList } from "../kit/row-list.tsx";
import { StaffPage } from "../kit/staff-page.tsx";
import { CheckFields } from "./checks/check-fields.tsx";
import { emailList } from "./checks/email-list.server.ts";
import { CoordinatorFields } from "./coordinator/coordinator-fields.tsx";
import { brandOptions } from "./office/brand-options.server.ts";
import { NewOffice } from "./office/new-office.tsx";
import { ValuerFields } from "./valuers/valuer-fields.tsx";

const TITLE = "Add estate agent";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const FORM = "new-estate-agent";

export async function loader({ request }: LoaderFunctionArgs) {
  return openRecord(request, {
    read: async () => ({ brands: await brandOptions(), formKey: newFormKey(FORM) }),
    title: () => TITLE,
    failure: "There was an error fetching the data",
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return respondToCreate(request, {
    form: FORM,
    schema: NewEstateAgentForm,
    lists: {
      valuers: { max: MAX_VALUERS },
      negotiators: { max: MAX_NEGOTIATORS },
      ...emailList("checks."),
    },
    create: async (trx, agent) =>
      paths.admin.estateAgent(await createEstateAgent(trx, agent, { actor })),
    done: "Estate agent added",
    failure: "There was an error while adding the estate agent",
    what: "Error creating estate agent",
  });
}

const personOfField = namePart({
  valuers: "Valuer",
  negotiators: "Negotiator",
  coordinator: "Office Coordinator",
  thirdfort_requester_emails: "Requester email",
});

/** All of a new estate agent on one page, with one Submit (AMB-M03). */
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
          <RowList list={fields.valuers} legend="Valuers" noun="valuer" max={MAX_VALUERS}>
            {(valuer) => <ValuerFields fields={valuer.getFieldset()} />}
          </RowList>
          <RowList
            list={fields.negotiators}
            legend="Negotiators"
            noun="negotiator"
            max={MAX_NEGOTIATORS}
          >
            {(negotiator) => <ContactFields fields={negotiator.getFieldset()} />}
          </RowList>
          <Card title="Office Coordinator">
            <p className="hint">Leave it all blank when the office has none.</p>
            <CoordinatorFields fields={fields.coordinator.getFieldset()} />
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
