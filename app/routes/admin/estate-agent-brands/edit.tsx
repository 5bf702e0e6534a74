import { useActionData, useLoaderData } from "@remix-run/react";
import { BrandForm, readBrand, updateBrand } from "#app/domain/estate-agents/brands.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { BrandDialog, FETCH_FAILURE, SAVE_FAILURE } from "./brand-dialog.tsx";

const TITLE = "Edit brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readBrand(db, id),
  title: ({ brand_name }) => `${TITLE} ${brand_name}`,
  schema: BrandForm,
  labels: { brand_name: "Brand name" },
  save: (brand, edit, id) => updateBrand(db, id, brand, edit),
  done: "Brand saved",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: () => paths.admin.brands(),
  opener: (id) => `edit-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditBrand() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const name = page.record?.brand_name;
  return <BrandDialog title={TITLE} page={page} result={result} name={name} />;
}
