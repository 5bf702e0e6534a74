import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminMoment } from "#app/domain/shared/dates.ts";
import {
  countWaiting,
  endRestoration,
  readRestoration,
} from "#app/domain/restorations/restorations.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { waitingText } from "./waiting-text.ts";

const TITLE = "Turn sending and ordering back on";
const FAILURE = "There was an error while ending the restoration";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "end_restoration",
  ids: () => null,
  async read() {
    const restoration = await readRestoration(db);
    return {
      since: restoration && adminMoment(restoration.backup_made_at),
      waiting: await countWaiting(db),
      refusal: restoration ? null : "Sending and ordering are already on.",
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
    done: { to: paths.admin.payments(), title: "Sending and ordering are back on" },
    failed: "Sending and ordering were not turned on",
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
            Confirm that you have reviewed what may have happened after <strong>{since}</strong>:
            payments, checks, searches and emails.
          </p>
          <p>
            {waitingText(waiting)} Customers will be able to pay and staff to order. You can’t undo
            this.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
