import * as home from "#app/routes/admin/home.ts";
import * as layout from "#app/routes/admin/layout.tsx";
import * as events from "#app/routes/admin/transactions/events.tsx";
import * as list from "#app/routes/admin/transactions/list.tsx";
import * as property from "#app/routes/admin/transactions/property.tsx";
import * as transaction from "#app/routes/admin/transactions/transaction.tsx";
import { openPage, page } from "#tests/support/open-page.tsx";

/** Every loader of the back office that there is. */
export const loaders = { layout, home, list, transaction, property, events };

const routes = [
  page(layout, { path: "admin", id: "routes/admin/layout" }, [
    page(home, { index: true }),
    page(list, { path: "transactions" }),
    page(transaction, { path: "transactions/:id" }, [
      page(property, { index: true }),
      page(property, { path: "property" }),
      page(events, { path: "events" }),
    ]),
  ]),
];

export const open = (path: string, visitor: { cookie?: string } = {}) =>
  openPage(routes, path, visitor);
