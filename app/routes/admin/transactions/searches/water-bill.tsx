import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isObjectId } from "#app/domain/fields/ids.ts";
import {
  readWaterBill,
  requestWaterBill,
} from "#app/domain/searches/additional-requests.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { respondToConfirm } from "../../kit/confirm.server.ts";
import { openRecord } from "../../kit/open-record.server.ts";
import { ProblemDialog } from "../../kit/problem-dialog.tsx";

const TITLE = "Request water bill";

export const handle: LayoutHandle = { part: TITLE };

/** A key belongs to one transaction's page. */
const formName = (id: string) => `request-water-bill ${id}`;

const tabOf = (id: string) =>
  isObjectId(id) ? paths.admin.transactionSearches(id) : paths.admin.transactions();

/** Who will be written to, once (O-040, AMB-O05). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openRecord(request, {
    read: () => readWaterBill(db, id),
    title: () => TITLE,
    failure: "Failed to load additional search requests",
  });
  const { record: bill, problem } = opened;
  return data({ bill, problem, back: tabOf(id), form_key: newFormKey(formName(id)) }, init ?? {});
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const confirmed = formText(form, "email");
  const to = tabOf(id);
  const post = { form: formName(id), key: formText(form, "form_key"), body: { id, confirmed } };
  return respondToConfirm({
    run: () =>
      onceInTransaction(db, post, async (trx) => {
        await requestWaterBill(trx, id, { actor, confirmed });
        return to;
      }),
    done: { to, title: "Water bill requested" },
    failed: { to, title: "Water bill not requested" },
    failure: "There was an error while requesting the water bill",
    here: to,
  });
}

export default function RequestWaterBill() {
  const { bill, problem, back, form_key } = useLoaderData<typeof loader>();
  if (!bill) return <ProblemDialog problem={problem ?? ""} back={back} />;
  const { email, first_name, property, is_requested } = bill;
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId="request-water-bill"
      fields={is_requested ? null : { email, form_key }}
      confirm="Send the request"
    >
      {is_requested ? (
        <p>The water bill has been requested already.</p>
      ) : (
        <p>
          This emails {first_name} at <strong>{email}</strong> and asks for a recent water bill of{" "}
          {property}. It is sent once.
        </p>
      )}
    </ConfirmDialog>
  );
}
