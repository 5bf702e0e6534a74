import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readContractPack, undoContractPackReady } from "#app/domain/sales/contract-pack.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Undo contract pack ready";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const pack = await readContractPack(db, actor, id);
    return { day: adminDate(pack.ready_on), refusal: null, confirmed: { opened: pack } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  run: (_, { opened }, { actor }, id) => undoContractPackReady(db, id, { actor, opened }),
  words: {
    done: { title: "The contract pack is no longer recorded as ready" },
    gone: "This has already been undone",
    failed: "Error",
    failure: "There was an error while undoing the date",
  },
  back: (id) => pageOrList(id, paths.admin.stages.page, paths.admin.transactions),
  here: (id) => paths.admin.stages.undoPackReady(id),
  opener: () => "undo-pack-ready",
});
export const loader = server.loader;
export const action = server.action;

export default function UndoPackReady() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Undo" warning>
      {({ day }) => (
        <>
          <p>
            The contract pack was recorded as ready on <strong>{day}</strong>. This clears the date.
          </p>
          <p>
            No emails are sent. If the sellers have already been emailed that the pack is ready,
            tell them. You can record the date again.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
