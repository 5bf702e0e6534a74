import { type ActionFunctionArgs, data } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import {
  addLawFirm,
  listLawFirmsByName,
  NewLawFirmForm,
} from "#app/domain/solicitors/law-firms.server.ts";
import { paths } from "#app/paths.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { FAILURES } from "./failures.ts";
import { LawFirmFields, type LawFirmFormValues } from "./law-firm-fields.tsx";

const TITLE = "Add law firm";

export const handle: PageHandle = { title: TITLE, longForm: true };

const server = addPage({
  needs: "keep_firms",
  ids: () => null,
  form: () => "new-law-firm",
  schema: NewLawFirmForm,
  create: addLawFirm,
  leadsTo: paths.admin.lawFirm,
  done: "Law firm added",
  failures: FAILURES,
  back: () => paths.admin.lawFirms(),
  opener: () => "add-law-firm",
});
export const loader = server.loader;

/**
 * Adds a law firm. If firms with the same name exist, returns them, so that staff can confirm that
 * this is a different firm.
 */
export async function action(args: ActionFunctionArgs) {
  const answer = await server.action(args);
  if (!("data" in answer)) return answer;
  const { lastResult } = answer.data;
  const name: unknown = lastResult.initialValue?.name;
  const namesakes = typeof name === "string" ? await listLawFirmsByName(db, name) : [];
  return data({ ...answer.data, namesakes }, answer.init ?? {});
}

type Values = LawFirmFormValues & { same_name: string };

export default function AddLawFirm() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const namesakes = result?.namesakes ?? [];
  return (
    <FormDialog<Values> id="law-firm" title={TITLE} page={page} result={result}>
      {(fields) => (
        <>
          {namesakes.length > 0 ? (
            <>
              <Notification kind="warning" title="A law firm with this name already exists">
                <ul>
                  {namesakes.map(({ id, name, post_town, retired }) => (
                    <li key={id}>
                      <Link to={paths.admin.lawFirm(id)}>{name}</Link>
                      {[post_town, retired ? "Retired" : null].map((more) => more && `, ${more}`)}
                    </li>
                  ))}
                </ul>
              </Notification>
              <Checkbox {...fieldProps(fields.same_name)}>
                This is a different law firm with the same name
              </Checkbox>
            </>
          ) : null}
          <LawFirmFields fields={fields} />
        </>
      )}
    </FormDialog>
  );
}
