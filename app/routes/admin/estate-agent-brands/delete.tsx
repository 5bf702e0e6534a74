import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  brandInUse,
  countAgents,
  deleteBrand,
  readBrand,
} from "#app/domain/estate-agents/brands.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { DELETE_FAILURE, FETCH_FAILURE } from "./brand-dialog.tsx";

const TITLE = "Delete brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = confirmPage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  async read(id) {
    const [brand, agents] = await Promise.all([readBrand(db, id), countAgents(db, id)]);
    return {
      brand_name: brand.brand_name,
      refusal: agents > 0 ? brandInUse(agents) : null,
      confirmed: { opened: formValues(brand) },
    };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: ({ brand_name }) => `${TITLE} ${brand_name}`,
  failure: FETCH_FAILURE,
  run: (_, { opened }, { actor }, id) => deleteBrand(db, id, { actor, opened }),
  words: {
    done: { title: "Brand deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: DELETE_FAILURE,
  },
  back: () => paths.admin.brands(),
  here: paths.admin.deleteBrand,
  opener: (id) => `delete-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteBrand() {
  return (
    <RecordDialog
      title={TITLE}
      page={useLoaderData<typeof loader>()}
      confirm={({ brand_name }) => `Delete ${brand_name}`}
      warning
    >
      {({ brand_name }) => (
        <p>
          This deletes the brand <strong>{brand_name}</strong>. No estate agents use it. No emails
          are sent. You can’t undo this.
        </p>
      )}
    </RecordDialog>
  );
}
