import { useActionData, useLoaderData } from "@remix-run/react";
import { listBrandOptions } from "#app/domain/estate-agents/brands.server.ts";
import { OfficeForm, readOffice, updateOffice } from "#app/domain/estate-agents/office.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { showOption } from "../../shared/conflict.server.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { FAILURES } from "../view.ts";
import { OfficeFields, type OfficeFormValues } from "./office-fields.tsx";

const TITLE = "Edit the office details";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readOffice(db, id),
  readExtra: () => listBrandOptions(readDb),
  title: ({ office_name }) => `${TITLE} for ${office_name}`,
  schema: OfficeForm,
  async labels() {
    return {
      brand_id: { label: "Brand", show: showOption(await listBrandOptions(readDb)) },
      office_name: "Office name",
      office_phone_number: "Office phone number",
      address: "Office address",
    };
  },
  save: (office, edit, id) => updateOffice(db, id, office, edit),
  done: "Office details saved",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "edit-office",
});
export const loader = server.loader;
export const action = server.action;

export default function EditOffice() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<OfficeFormValues> id="office" title={TITLE} page={page} result={result}>
      {(fields) => <OfficeFields fields={fields} brands={page.extra ?? []} />}
    </FormDialog>
  );
}
