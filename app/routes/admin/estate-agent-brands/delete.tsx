import { useLoaderData } from "@remix-run/react";
import {
  brandInUse,
  countAgents,
  deleteBrand,
  readBrand,
} from "#app/domain/estate-agents/brands.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DeleteDialog } from "../kit/delete-dialog.tsx";
import { deletePage } from "../kit/dialog-pages.server.ts";
import { DELETE_FAILURE, FETCH_FAILURE } from "./brand-dialog.tsx";

const TITLE = "Delete brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = deletePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readBrand(db, id),
  async readExtra(id) {
    const agents = await countAgents(db, id);
    return { refusal: agents > 0 ? brandInUse(agents) : null };
  },
  title: ({ brand_name }) => `${TITLE} ${brand_name}`,
  remove: (edit, id) => deleteBrand(db, id, edit),
  done: "Brand deleted",
  failures: { read: FETCH_FAILURE, write: DELETE_FAILURE },
  back: paths.admin.brands,
  here: paths.admin.deleteBrand,
  opener: (id) => `delete-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteBrand() {
  const page = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      title={TITLE}
      page={page}
      name={({ brand_name }) => brand_name}
      refusal={page.extra?.refusal}
    >
      {({ brand_name }) => (
        <p>
          This deletes the brand <strong>{brand_name}</strong>. No estate agents use it. No emails
          are sent. You can’t undo this.
        </p>
      )}
    </DeleteDialog>
  );
}
