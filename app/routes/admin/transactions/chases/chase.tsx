import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { planChase, recipientsText, sendChase } from "#app/domain/chases/chases.server.ts";
import { requireChasedFirm } from "#app/domain/chases/chased-matter.server.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { ChaseText } from "./chase-text.tsx";

const TITLE = "Chase";

export const handle: LayoutHandle = { part: TITLE };

const FAILURE = "There was an error while chasing";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", firm = "" }) => ({ transaction_id: id, firm }),
  async read({ transaction_id, firm }, { actor }) {
    const place = { transaction_id, firm: requireChasedFirm(firm) };
    const plan = await planChase(db, actor, place);
    const today = londonDay(new Date());
    return {
      name: plan.name,
      to: plan.to ?? "",
      cc: plan.cc,
      bounced: plan.bounced,
      letter: plan.letter,
      follow_up: sentenceDate(plan.follow_up_on, today),
      refusal: plan.refusal,
      confirmed: { step: plan.step ?? "", recipients: recipientsText(plan) },
    };
  },
  confirmed: z.object({ step: hidden.text(), recipients: hidden.text() }),
  title: ({ name }) => `${TITLE} ${name}`,
  failure: FETCH_FAILURE,
  form: ({ transaction_id, firm }) => `chase ${transaction_id} ${firm}`,
  run: (trx, confirmed, { actor }, { transaction_id, firm }) =>
    sendChase(trx, { transaction_id, firm: requireChasedFirm(firm) }, { actor, confirmed }),
  words: {
    done: { title: "Email queued" },
    failed: "No email was sent",
    failure: FAILURE,
  },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transaction, paths.admin.transactions),
  here: ({ transaction_id, firm }) => paths.admin.chase(transaction_id, firm),
  opener: ({ firm }) => `chase-${firm}`,
});
export const loader = server.loader;
export const action = server.action;

/** Asks staff to confirm the email to the firm that has the step. */
export default function Chase() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Send email">
      {(chase) => <ChaseText chase={chase} />}
    </RecordDialog>
  );
}
