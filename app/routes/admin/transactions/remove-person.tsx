import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fullName } from "#app/domain/fields/names.ts";
import { readRemoval, removePerson } from "#app/domain/matter-people/remove-person.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../kit/bullets.tsx";
import { DeleteDialog } from "../kit/delete-dialog.tsx";
import { deletePage } from "../kit/dialog-pages.server.ts";
import { pageOrList } from "../kit/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

export const handle: LayoutHandle = { part: fromData("title") };

/** Over the sellers or over the buyers, as the address says. */
function serverAt(request: Request) {
  const { transactionTab, transactions, removePerson: here } = paths.admin;
  const tab = /\/sellers\/people\//.test(request.url) ? "sellers" : "buyers";
  return deletePage({
    needs: "handle",
    ids: ({ id = "", personId = "" }) => ({ transaction_id: id, id: personId }),
    read: (place) => readRemoval(db, place),
    title: (person) => `Remove ${fullName(person)}`,
    remove: (edit, place) => removePerson(db, place, edit),
    done: "Removed",
    gone: "They are removed already",
    failures: { read: FETCH_FAILURE, write: "There was an error removing this person" },
    back: ({ transaction_id }) => pageOrList(transaction_id, transactionTab[tab], transactions),
    here: ({ transaction_id, id }) => here(transaction_id, tab, id),
    opener: ({ id }) => `remove-${id}`,
  });
}
export const loader = (args: LoaderFunctionArgs) => serverAt(args.request).loader(args);
export const action = (args: ActionFunctionArgs) => serverAt(args.request).action(args);

/** Takes out somebody who is named in a matter besides those who signed up: what follows, and who is told (24). */
export default function RemovePerson() {
  const page = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      title={page.title}
      page={page}
      verb="Remove"
      name={fullName}
      refusal={page.record?.refusal || null}
    >
      {(person) => (
        <>
          <p>
            <strong>{fullName(person)}</strong> is no longer named in this{" "}
            {person.kind === "seller" ? "sale" : "purchase"}.
          </p>
          <Bullets lines={consequences(person)} />
        </>
      )}
    </DeleteDialog>
  );
}

type Removal = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["record"]>;

function consequences(removal: Removal): string[] {
  const { email, told, primary_email } = removal;
  return [
    email ? "From now on they see nothing of it." : null,
    email ? "Emails about it that wait for them are withdrawn." : null,
    (removal.is_last && BY_LAST[removal.kind]) || null,
    ...aboutChecks(removal),
    told ? `We email ${told}, in ten minutes, that they are no longer named.` : null,
    email && !told ? `We tell nobody at ${email}: ${WHY_NOT_TOLD}.` : null,
    `We tell ${primary_email} by email who is named now. The solicitors are not told by this.`,
    email
      ? "To put a mistake right, add them again by the same names and email: their identity checks are theirs again."
      : "An owner who is represented cannot be added again.",
  ].filter((line) => line !== null);
}

const WHY_NOT_TOLD = "they have not heard of it yet, or somebody who stays reads that mailbox too";

/** What a purchase says of itself follows from who is named. */
const BY_LAST: Partial<Record<string, string>> = {
  buyer: "Nobody else buys along: the ownership becomes Sole.",
  giftor: "Nobody else gives money: the answer about gifts becomes No.",
};

function aboutChecks({ check_since, has_finished_checks }: Removal) {
  return [
    check_since
      ? `Their identity check, ordered on ${check_since}, stays ordered. Abort it on the Thirdfort tab, where it stands under “Named no more”.`
      : null,
    has_finished_checks ? "Their finished identity checks stay in the record." : null,
  ];
}
