import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  countMattersOf,
  readRetirement,
  type Retirable,
  setRetired,
} from "#app/domain/solicitors/retirement.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { FAILURES, GROUP_FAILURES } from "./failures.ts";

export const handle: PageHandle = { title: titleFromData("Retire") };

/** Makes the page that retires or restores a law firm or lawyer group (AMB-K03). */
function retirementPage({
  type,
  what,
  page,
  failure,
}: {
  type: Retirable["type"];
  what: string;
  page: (id: string) => string;
  failure: string;
}) {
  return confirmPage({
    needs: "retire_firms",
    ids: ({ id = "" }) => id,
    async read(id) {
      const { name, retired_at } = await readRetirement(db, { type, id });
      const matters = await countMattersOf(db, { type, id });
      const retire = retired_at === null;
      return { name, what, matters, retire, refusal: null, confirmed: { retire } };
    },
    confirmed: z.object({ retire: hidden.yes() }),
    title: ({ name, retire }) => (retire ? `Retire ${name}` : `Restore ${name}`),
    failure,
    back: (id) => pageOrList(id, page, paths.admin.lawFirms),
    opener: () => "retire",
    run: (trx, { retire }, { actor }, id) =>
      setRetired(trx, { type, id }, { retired: retire, actor }),
    words: (_id, { retire }) => ({
      done: { title: retire ? "Retired" : "Restored" },
      failed: retire ? "Not retired" : "Not restored",
      failure,
    }),
  });
}

const OF_FIRM = retirementPage({
  type: "law_firm",
  what: "this law firm and all its groups",
  page: paths.admin.lawFirm,
  failure: FAILURES.write,
});
const OF_GROUP = retirementPage({
  type: "lawyer_group",
  what: "this lawyer group",
  page: paths.admin.lawyerGroup,
  failure: GROUP_FAILURES.write,
});

const serverAt = (request: Request) =>
  new URL(request.url).pathname.startsWith(paths.admin.lawFirms()) ? OF_FIRM : OF_GROUP;
export const loader = (args: LoaderFunctionArgs) => serverAt(args.request).loader(args);
export const action = (args: ActionFunctionArgs) => serverAt(args.request).action(args);

export default function Retire() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, what, matters, retire }) =>
        retire ? (
          <>
            <p>
              <strong>{name}</strong> will no longer appear when staff assign solicitors or sellers
              choose from the panel. You can restore {what} at any time.
            </p>
            <p>
              {matters === 0
                ? "It is not assigned to any matter."
                : `It will stay assigned to ${matters === 1 ? "1 matter" : `${matters} matters`}, marked “Retired”. To replace it on a matter, use “Put right” on the Solicitors tab.`}{" "}
              No emails are sent.
            </p>
          </>
        ) : (
          <p>
            <strong>{name}</strong> can be chosen again. No emails are sent.
          </p>
        )
      }
    </RecordDialog>
  );
}
