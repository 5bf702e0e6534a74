import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  countWaiting,
  endRestoration,
  readRestoration,
} from "#app/domain/restorations/restorations.server.ts";
import { doOnce, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { openDialog } from "../kit/dialog-pages.server.ts";
import { RecordDialog } from "../kit/record-dialog.tsx";
import { END_LINK_ID } from "./view.ts";

const TITLE = "Send and order again";
const FORM = "end-restoration";
const FAILURE = "There was an error while ending the restoration";

export const handle: LayoutHandle = { part: TITLE };

/** What will happen then. */
export async function loader({ request }: LoaderFunctionArgs) {
  return openDialog(request, {
    async read() {
      const restoration = await readRestoration(db);
      return {
        since: restoration && adminMoment(restoration.backup_made_at),
        waiting: await countWaiting(db),
        refusal: restoration ? null : "The service sends and orders already.",
        fields: {
          restored_at: restoration?.restored_at.toISOString() ?? "",
          form_key: newFormKey(FORM),
        },
      };
    },
    title: () => TITLE,
    failure: FAILURE,
    back: paths.admin.restoration(),
    opener: END_LINK_ID,
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const confirmed = { restored_at: formText(form, "restored_at") };
  const post = { form: FORM, key: formText(form, "form_key"), body: confirmed };
  const to = paths.admin.restoration();
  return carryOut({
    run: () => doOnce(db, post, (trx) => endRestoration(trx, { actor, confirmed })),
    done: { to: paths.admin.payments(), title: "The service sends and orders again" },
    failed: { to, title: "Not ended" },
    failure: FAILURE,
    here: to,
  });
}

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
