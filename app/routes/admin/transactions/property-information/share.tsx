import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  isShareRecipient,
  planShare,
  sharePropertyInformation,
} from "#app/domain/property-information/share.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";

export const handle: LayoutHandle = { part: "Share property information" };

const FAILURE = "There was an error getting the property information";

/** Emails the answers to the buyer’s solicitor or the estate agent if the sellers have agreed. */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", recipient = "" }) => ({ id, recipient }),
  read: ({ id, recipient }, { actor }) => readShown(actor, id, recipient),
  confirmed: z.object({ email: hidden.text(), last_share_id: hidden.textOrNull() }),
  title: ({ to }) => `Share property information with the ${to}`,
  failure: FAILURE,
  back: ({ id }) =>
    pageOrList(id, paths.admin.transactionTab["property-information"], paths.admin.transactions),
  opener: ({ recipient }) => `share-${recipient}`,
  form: ({ id, recipient }) => `share-property-information ${recipient} ${id}`,
  run: (trx, confirmed, { actor }, { id, recipient }) =>
    sharePropertyInformation(
      trx,
      { transaction_id: id, recipient: requireRecipient(recipient) },
      { actor, confirmed },
    ),
  words: {
    done: { title: "Property information shared", description: "The email is on its way." },
    failed: "Property information not shared",
    failure: "There was an error while sharing the property information",
  },
});

function requireRecipient(text: string) {
  if (!isShareRecipient(text)) throw new NotFoundError("Recipient not found");
  return text;
}

const NAMES = { buyer_solicitor: "buyer’s solicitor", estate_agent: "estate agent" };

async function readShown(reader: StaffReader, id: string, text: string) {
  requireTransactionId(id);
  const recipient = requireRecipient(text);
  const plan = await planShare(db, reader, { transaction_id: id, recipient });
  const { firm, refusal, last_share_id } = plan;
  return {
    to: NAMES[recipient],
    refusal,
    name: firm?.name ?? "",
    email: firm?.email ?? "",
    cc: firm?.cc ?? [],
    confirmed: { email: firm?.email ?? "", last_share_id },
  };
}

export const loader = server.loader;
export const action = server.action;

export default function SharePropertyInformation() {
  const page = useLoaderData<typeof loader>();
  return (
    <RecordDialog page={page} confirm="Share answers">
      {({ name, email, cc }) => (
        <>
          <p>
            We’ll email the sellers’ answers to <strong>{name}</strong> ({email}), as a PDF and as
            JSON.
          </p>
          {cc.length > 0 ? <p>We’ll send a copy to {cc.join(", ")}.</p> : null}
          <p>The sellers’ email addresses and phone numbers are left out. This can’t be undone.</p>
        </>
      )}
    </RecordDialog>
  );
}
