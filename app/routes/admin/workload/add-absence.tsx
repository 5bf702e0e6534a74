import { useActionData, useLoaderData } from "@remix-run/react";
import { AbsenceForm, addAbsence } from "#app/domain/handlers/absences.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { paths } from "#app/paths.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { useHasPermission } from "../shared/allowed.tsx";

const TITLE = "Add days away";

export const handle: PageHandle = { title: TITLE };

const FAILURE = "There was an error while saving the days away";

const server = addPage({
  needs: "handle",
  ids: () => null,
  form: () => "absence",
  async readExtra(_, reader) {
    return { me: reader.id, options: await listHandlerOptions(db) };
  },
  schema: AbsenceForm,
  create: (trx, absence, by) => addAbsence(trx, absence, by),
  done: "Days away added",
  failures: { read: FAILURE, write: FAILURE },
  back: () => paths.admin.absences(),
  opener: () => "add-absence",
});
export const loader = server.loader;
export const action = server.action;

type Values = { user_id: string; starts_on: DateParts; ends_on: DateParts; stand_in_id: string };

const LABELS = { starts_on: "First day away", ends_on: "Last day away" };

/** Renders the form that adds days away. Leads may add them for a colleague. */
export default function AddAbsence() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const manages = useHasPermission("manage_work");
  const { me = "", options = [] } = page.extra ?? {};
  return (
    <FormDialog<Values>
      id="absence"
      title={TITLE}
      page={{ ...page, typed: { user_id: me } }}
      result={result}
      submit="Add days away"
      questionNames={labelByPart(LABELS)}
    >
      {(fields) => (
        <>
          {manages ? (
            <SelectField {...fieldProps(fields.user_id)} label="Who is away" options={options} />
          ) : (
            <input type="hidden" name="user_id" value={me} />
          )}
          <DateField {...dateProps(fields.starts_on)} legend={LABELS.starts_on} />
          <DateField {...dateProps(fields.ends_on)} legend={LABELS.ends_on} />
          <SelectField
            {...fieldProps(fields.stand_in_id)}
            label="Stand-in"
            empty="Choose a colleague"
            options={manages ? options : options.filter(({ value }) => value !== me)}
          />
        </>
      )}
    </FormDialog>
  );
}
