import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { readNewestCopy, requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";

export const handle: PageHandle = { title: titleFromData("Make file") };

const FAILURE = "There was an error while making the file";
const BEING_MADE = "The file is already being made.";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { address } = await readTransaction(db, actor, id);
    const newest = await readNewestCopy(db, actor, { transaction_id: id });
    return {
      address: addressLine(address),
      refusal: newest?.status === "making" ? BEING_MADE : null,
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: ({ address }) => `Make the file for ${address}`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.matterFile, paths.admin.transactions),
  opener: (id) => `make-file-${id}`,
  form: (id) => `matter-file:${id}`,
  async run(trx, _nothing, { actor }, id) {
    // Checks that the matter exists, because the user may have typed the URL.
    await readTransaction(trx, actor, id);
    if (!(await requestCopy(trx, { transaction_id: id, by: actor.id }))) {
      throw new ConflictError(BEING_MADE);
    }
    const subject = { type: "transaction", id };
    await recordAudit(trx, { actor, action: "matter_file_requested", subject });
  },
  words: {
    done: { title: "The file is being made", description: "It takes a few minutes." },
    failed: "File not made",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function MakeMatterFile() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Make file">
      {() => (
        <>
          <p>
            This puts everything we have on this matter into one file. It includes people, dates,
            events, letters, emails, documents with their digests, and the audit log.
          </p>
          <p>
            The file contains personal data of everyone on both sides. Do not share it with anyone
            who isn’t allowed to see all of it. You can download it here for 7 days. The history
            records this request and each download.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
