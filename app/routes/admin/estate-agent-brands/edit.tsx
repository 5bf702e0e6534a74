import { useActionData, useLoaderData } from "@remix-run/react";
import { type Brand, BrandForm, updateBrand } from "#app/domain/estate-agents/brands.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../kit/dialog-pages.server.ts";
import { FormDialog } from "../kit/form-dialog.tsx";
import { BRAND_PAGE } from "./brand-page.server.ts";
import { FETCH_FAILURE, SAVE_FAILURE } from "./failures.ts";
import { useChangedName } from "./use-changed-name.ts";

const TITLE = "Edit brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = changePage({
  ...BRAND_PAGE,
  title: ({ brand_name }) => `${TITLE} ${brand_name}`,
  schema: BrandForm,
  labels: { brand_name: "Brand name" },
  save: (brand, edit, id) => updateBrand(db, id, brand, edit),
  done: "Brand saved",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  opener: (id) => `edit-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditBrand() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const save = useChangedName(page.record?.brand_name ?? "");
  return (
    <FormDialog<FormValues<Brand>> id="brand" title={TITLE} page={page} result={result} {...save}>
      {(fields) => <TextField field={fields.brand_name} label="Brand name" autoComplete="off" />}
    </FormDialog>
  );
}
