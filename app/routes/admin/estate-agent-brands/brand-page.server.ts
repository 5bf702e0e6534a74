import type { LoaderFunctionArgs } from "@remix-run/node";
import { readBrand } from "#app/domain/estate-agents/brands.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";

/** What the dialogs about one brand have in common. */
export const BRAND_PAGE = {
  ids: ({ id = "" }: LoaderFunctionArgs["params"]) => id,
  async read(id: string) {
    const { brand_name } = await readBrand(db, id);
    return { brand_name };
  },
  back: paths.admin.brands,
};
