import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  readWaterBill,
  requestWaterBill,
} from "#app/domain/searches/additional-requests.server.ts";
import { newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { RecordDialog } from "../../kit/record-dialog.tsx";
import { REQUESTS_FAILURE } from "./failures.ts";

const TITLE = "Request water bill";

export const handle: LayoutHandle = { part: TITLE };

/** A key belongs to one transaction's page. */
const formName = (id: string) => `request-water-bill ${id}`;

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionSearches, paths.admin.transactions);

/** Who will be written to, once (O-040, AMB-O05). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openDialog(request, {
    async read() {
      const { email, first_name, property, is_requested } = await readWaterBill(db, id);
      return {
        email,
        first_name,
        property,
        refusal: is_requested ? "The water bill has been requested already." : null,
        fields: { email, form_key: newFormKey(formName(id)) },
      };
    },
    title: () => TITLE,
    failure: REQUESTS_FAILURE,
    back: tabOf(id),
    opener: "request-water-bill",
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const confirmed = formText(form, "email");
  const to = tabOf(id);
  const post = { form: formName(id), key: formText(form, "form_key"), body: { id, confirmed } };
  return carryOut({
    run: () => doOnce(db, post, (trx) => requestWaterBill(trx, id, { actor, confirmed })),
    done: { to, title: "Water bill requested" },
    failed: { to, title: "Water bill not requested" },
    failure: "There was an error while requesting the water bill",
    here: to,
  });
}

export default function RequestWaterBill() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Send the request">
      {({ email, first_name, property }) => (
        <p>
          This emails {first_name} at <strong>{email}</strong> and asks for a recent water bill of{" "}
          {property}. It is sent once.
        </p>
      )}
    </RecordDialog>
  );
}
