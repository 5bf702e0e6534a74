import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { REMATCH_FAILURES, REMATCH_LABELS } from "#app/domain/inbound-emails/labels.ts";
import { startRematch } from "#app/domain/inbound-emails/rematch.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";

export const handle: LayoutHandle = { title: REMATCH_LABELS.all };

/** Asks staff to confirm a rematch of all emails, and starts it (T-003, T-007). */
const server = confirmPage({
  needs: "handle",
  ids: () => null,
  read: () => Promise.resolve({ refusal: null, confirmed: {} }),
  confirmed: z.object({}),
  title: () => REMATCH_LABELS.all,
  failure: REMATCH_FAILURES.all,
  back: () => paths.admin.unmatchedEmails(),
  opener: () => "rematch-all",
  run: (_db, _confirmed, { actor }) => startRematch(db, "all", { actor }),
  words: {
    done: { title: "Rematch started" },
    failed: "Rematch failed",
    failure: REMATCH_FAILURES.all,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function RematchAll() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {() => (
        <>
          <p>
            This checks every email we’ve ever received, including matched ones. It may take up to a
            minute.
          </p>
          <p>Some emails may move to another matter or become unmatched. No emails are sent.</p>
        </>
      )}
    </RecordDialog>
  );
}
