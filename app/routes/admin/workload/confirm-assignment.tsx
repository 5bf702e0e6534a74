import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { DomainError } from "#app/domain/errors.ts";
import { HandOverForm, handOverMany, MOST_MATTERS } from "#app/domain/handlers/hand-over.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { readChosenMatters } from "#app/domain/handlers/chosen-matters.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openRecord, requireActor } from "../shared/open-record.server.ts";
import { respondToCreate } from "../shared/record-form.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Choose a handler";

export const handle: PageHandle = { title: TITLE };

const FAILURE = "There was an error while assigning the matters";
const FORM = "assign-matters";

/** The chosen matters are posted as one text, with commas between their ids. */
const AssignForm = HandOverForm.extend({ matters: z.string({ error: "Choose matters" }) });

export async function loader({ request }: LoaderFunctionArgs) {
  const ids = new URL(request.url).searchParams.getAll("matter");
  const { data: opened, init } = await openRecord(request, {
    needs: "manage_work",
    async read(reader) {
      if (ids.length === 0) throw new DomainError("Choose at least one matter");
      if (ids.length > MOST_MATTERS)
        throw new DomainError(`Choose at most ${MOST_MATTERS} matters`);
      const matters = await readChosenMatters(db, reader, ids);
      return {
        options: await listHandlerOptions(db),
        matters: matters.map(({ id, number, address, handler: name }) => ({
          id,
          number: formatMatterNumber(number),
          address: addressLine(address),
          handler: name ?? "no handler",
        })),
      };
    },
    title: () => TITLE,
    failure: FAILURE,
  });
  return data({ ...opened, formKey: newIdempotencyKey(FORM) }, init ?? {});
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "manage_work");
  return respondToCreate(request, {
    form: FORM,
    schema: AssignForm,
    lists: {},
    async create(trx, { matters, ...handed }) {
      await handOverMany(trx, matters.split(","), handed, { actor });
      return paths.admin.workload();
    },
    done: "Matters assigned",
    failure: FAILURE,
  });
}

/** Shows the chosen matters, and the form that gives them to one handler. */
export default function ConfirmAssignment() {
  const { record, problem, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ handler_id: string; note: string; matters: string }>({
    id: FORM,
    lastResult: result?.lastResult ?? null,
  });
  return (
    <StaffPage
      title={TITLE}
      form={form}
      trail={[{ label: "Assign matters", to: paths.admin.assignMatters() }]}
    >
      {record ? (
        <AppForm form={form} formKey={result?.formKey ?? page.formKey}>
          <p>
            {pluralise(record.matters.length, "matter")}. We’ll send the new handler one email with
            your note.
          </p>
          <ul>
            {record.matters.map(({ id, number, address, handler: name }) => (
              <li key={id}>
                {number}, {address} ({name})
              </li>
            ))}
          </ul>
          <input
            type="hidden"
            name="matters"
            value={record.matters.map(({ id }) => id).join(",")}
          />
          <SelectField
            {...fieldProps(fields.handler_id)}
            label="New handler"
            empty="Choose a colleague"
            options={record.options}
          />
          <TextArea
            {...fieldProps(fields.note)}
            label="Note"
            hint="What your colleague needs to know. We’ll save it in the Messages of each matter as an internal note. The person it’s about can ask to read it."
          />
          <SubmitButton
            after={
              <ButtonLink to={paths.admin.assignMatters()} kind="quiet">
                Cancel
              </ButtonLink>
            }
          >
            Assign matters
          </SubmitButton>
        </AppForm>
      ) : (
        <>
          <Notification kind="error" title={problem} />
          <p>
            <ButtonLink to={paths.admin.assignMatters()} kind="secondary">
              Go back
            </ButtonLink>
          </p>
        </>
      )}
    </StaffPage>
  );
}
