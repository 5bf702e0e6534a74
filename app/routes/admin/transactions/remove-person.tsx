import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { fullName } from "#app/domain/shared/names.ts";
import { readRemoval, removePerson } from "#app/domain/participants/remove-person.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../shared/bullets.tsx";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

export const handle: LayoutHandle = { part: fromData("title") };

/**
 * Returns the loader and action for a page over the sellers tab or over the buyers tab, depending
 * on the URL.
 */
function serverAt(request: Request) {
  const { transactionTab, transactions, removePerson: here } = paths.admin;
  const tab = /\/sellers\/people\//.test(request.url) ? "sellers" : "buyers";
  return confirmPage({
    needs: "handle",
    ids: ({ id = "", personId = "" }) => ({ transaction_id: id, id: personId }),
    async read(place, { actor }) {
      const removal = formValues(await readRemoval(db, actor, place));
      return { ...removal, refusal: removal.refusal || null, confirmed: { opened: removal } };
    },
    confirmed: z.object({ opened: hidden.version() }),
    title: (person) => `Remove ${fullName(person)}`,
    failure: FETCH_FAILURE,
    run: (_, { opened }, { actor }, place) => removePerson(db, place, { actor, opened }),
    words: {
      done: { title: "Removed" },
      gone: "This person has already been removed",
      failed: "Error",
      failure: "There was an error removing this person",
    },
    back: ({ transaction_id }) => pageOrList(transaction_id, transactionTab[tab], transactions),
    here: ({ transaction_id, id }) => here(transaction_id, tab, id),
    opener: ({ id }) => `remove-${id}`,
  });
}
export const loader = (args: LoaderFunctionArgs) => serverAt(args.request).loader(args);
export const action = (args: ActionFunctionArgs) => serverAt(args.request).action(args);

export default function RemovePerson() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} warning>
      {(person) => (
        <>
          <p>
            This removes <strong>{fullName(person)}</strong> from the{" "}
            {person.kind === "seller" ? "sale" : "purchase"}.
          </p>
          <Bullets lines={consequences(person)} />
        </>
      )}
    </RecordDialog>
  );
}

type Removal = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["record"]>;

function consequences(removal: Removal): string[] {
  const { email, notify_email, primary_email } = removal;
  return [
    email ? "They will no longer be able to see it." : null,
    email ? "Unsent emails to them about it will be cancelled." : null,
    (removal.is_last && BY_LAST[removal.kind]) || null,
    ...aboutChecks(removal),
    notify_email
      ? `We’ll email ${notify_email} to say they’ve been removed. The email waits 10 minutes and is only sent between 8am and 8pm.`
      : null,
    email && !notify_email ? `We won’t email ${email}, because ${NOT_EMAILED_REASONS}.` : null,
    `We’ll email ${primary_email} the updated list of people. We won’t email the solicitors.`,
    email
      ? "To undo this, add them again with the same names and email. Their identity checks will be linked to them again."
      : "You can’t undo this. An owner who is represented can’t be added again.",
  ].filter((line) => line !== null);
}

const NOT_EMAILED_REASONS =
  "they haven’t been emailed about it or signed in yet, or someone still on the matter uses the same address";

const BY_LAST: Partial<Record<string, string>> = {
  buyer: "There’s only one buyer left, so ownership changes to Sole.",
  giftor: "There’s no giftor left, so the answer about gifts changes to No.",
};

function aboutChecks({ check_since, has_finished_checks }: Removal) {
  return [
    check_since
      ? `Their identity check ordered on ${check_since} stays open. To abort it, go to “No longer on this matter” on the Thirdfort tab.`
      : null,
    has_finished_checks ? "Their finished identity checks stay on record." : null,
  ];
}
