import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  countWaiting,
  endRestoration,
  readRestoration,
} from "#app/domain/restorations/restorations.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../kit/confirm-dialog.tsx";
import { confirmPage, hidden } from "../kit/confirm-page.server.ts";

const TITLE = "Send and order again";
const FAILURE = "There was an error while ending the restoration";

export const handle: LayoutHandle = { part: TITLE };

/** What will happen then. */
const server = confirmPage({
  needs: "end_restoration",
  ids: () => null,
  async read() {
    const restoration = await readRestoration(db);
    return {
      since: restoration && adminMoment(restoration.backup_made_at),
      waiting: await countWaiting(db),
      refusal: restoration ? null : "The service sends and orders already.",
      confirmed: { restored_at: restoration?.restored_at.toISOString() ?? "" },
    };
  },
  confirmed: z.object({ restored_at: hidden.text() }),
  title: () => TITLE,
  failure: FAILURE,
  back: () => paths.admin.restoration(),
  opener: () => "end-restoration",
  form: () => "end-restoration",
  run: (trx, confirmed, { actor }) => endRestoration(trx, { actor, confirmed }),
  words: {
    done: { to: paths.admin.payments(), title: "The service sends and orders again" },
    failed: "Not ended",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function EndRestoration() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Not yet" warning>
      {({ since, waiting }) => (
        <>
          <p>
            Confirm that you have looked at what may have happened after <strong>{since}</strong>:
            payments, checks, searches and emails.
          </p>
          <p>
            {waiting.emails} emails and {waiting.jobs} jobs that wait are carried out at once.
            Customers can pay, and staff can order, from then on. This cannot be taken back.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
