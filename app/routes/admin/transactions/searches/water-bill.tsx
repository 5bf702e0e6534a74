import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  readWaterBill,
  requestWaterBill,
} from "#app/domain/searches/additional-requests.server.ts";
import { uniqueMailboxes } from "#app/domain/shared/names.ts";
import { firstNames } from "#app/domain/transactions/customer-progress.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { REQUESTS_FAILURE } from "../failures.ts";

const TITLE = "Request water bill";

export const handle: LayoutHandle = { part: TITLE };

/**
 * Asks staff to confirm the request for the water bill, and shows who will be emailed. The request
 * is sent at most once (O-040, AMB-O05).
 */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { sellers, property, is_requested } = await readWaterBill(db, actor, id);
    const emails = uniqueMailboxes(sellers);
    return {
      emails,
      names: firstNames(sellers),
      property,
      refusal: is_requested ? "The water bill has already been requested." : null,
      confirmed: { emails },
    };
  },
  confirmed: z.object({ emails: hidden.texts() }),
  title: () => TITLE,
  failure: REQUESTS_FAILURE,
  back: (id) => pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
  opener: () => "request-water-bill",
  form: (id) => `request-water-bill ${id}`,
  run: (trx, { emails }, { actor }, id) => requestWaterBill(trx, id, { actor, confirmed: emails }),
  words: {
    done: { title: "Water bill requested" },
    failed: "Water bill not requested",
    failure: "There was an error while requesting the water bill",
  },
});
export const loader = server.loader;
export const action = server.action;

export default function RequestWaterBill() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Send request">
      {({ emails, names, property }) => (
        <p>
          This emails {names} at <strong>{emails.join(", ")}</strong> to ask for a recent water bill
          for {property}. You can only send this once.
        </p>
      )}
    </RecordDialog>
  );
}
