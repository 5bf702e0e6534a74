import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  CHECK_VERBS,
  checkLabel,
  type CheckVerb,
} from "#app/domain/identity-checks/check-status.ts";
import {
  abortCheck,
  orderCheck,
  planCheck,
} from "#app/domain/identity-checks/order-check.server.ts";
import { UnconfirmedOrderError } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { CHECKS_FAILURE } from "../failures.ts";
import { checkLinkId } from "./view.ts";

export const handle: LayoutHandle = { part: fromData("title") };

/** Titles and messages of each verb (N-035 to N-037). */
const WORDS = {
  order: {
    title: "Order check",
    done: "Check ordered",
    failed: "Check not ordered",
    failure: "Error trying to order thirdfort check",
  },
  abort: {
    title: "Abort check",
    done: "Check aborted",
    failed: "Check not aborted",
    failure: "Error trying to abort thirdfort check",
  },
  reorder: {
    title: "Reorder check",
    done: "Check reordered",
    failed: "Check not reordered",
    failure: "Error trying to reorder thirdfort check",
  },
} as const satisfies Record<CheckVerb, object>;

const UNCONFIRMED = "We don’t know yet if Thirdfort received the order.";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", personType = "", personId = "", verb }) => ({
    place: { transaction_id: id, person_type: personType, person_id: personId },
    verb: CHECK_VERBS.find((known) => known === verb),
  }),
  async read({ place, verb }, { actor }) {
    if (!verb) throw new NotFoundError("Page not found");
    const plan = await planCheck(db, actor, place);
    const { check, person, phone, recipients, solicitors, refusal } = plan;
    const label = checkLabel(check?.status ?? null, check?.result).toLowerCase();
    const changed = plan.verb === verb ? null : `The check is now ${label}.`;
    return {
      verb,
      name: fullName(person),
      status: label,
      phone,
      told_at: person.person_type === "giftor" ? person.email : null,
      shared_with: recipients.length > 0 ? (solicitors?.name ?? null) : null,
      recipients,
      refusal: changed ?? refusal,
      confirmed: {
        check_id: check?.id ?? "",
        phone: phone ?? "",
        recipients,
        form_key: newIdempotencyKey(formName(place)),
      },
    };
  },
  // The idempotency key of this form is also sent to Thirdfort, which makes the order idempotent.
  // The action does not run in one database transaction.
  confirmed: z.object({
    check_id: hidden.text(),
    phone: hidden.text(),
    recipients: hidden.texts(),
    form_key: hidden.text(),
  }),
  title: ({ verb }) => WORDS[verb].title,
  failure: CHECKS_FAILURE,
  back: ({ place }) =>
    pageOrList(
      place.transaction_id,
      paths.admin.transactionTab.thirdfort,
      paths.admin.transactions,
    ),
  opener: ({ place, verb }) => checkLinkId(verb ?? "", place),
  async run(_db, { check_id, phone, recipients, form_key }, { actor }, { place, verb }) {
    if (!readIdempotencyKey(formName(place), form_key)) {
      throw new ConflictError("This form is out of date. Open it again.");
    }
    if (verb === "abort") return abortCheck(db, place, { actor, check_id });
    const replaces_id = check_id || null;
    return orderCheck(db, place, { actor, form_key, replaces_id, phone, recipients });
  },
  words({ verb }) {
    if (!verb) throw data(null, { status: 404 });
    const { done, failed, failure } = WORDS[verb];
    return {
      done: { title: done },
      failed: (error) =>
        error instanceof UnconfirmedOrderError
          ? { title: "Order not confirmed", description: `${failure}. ${UNCONFIRMED}` }
          : { title: failed },
      failure,
    };
  },
});
export const loader = server.loader;
export const action = server.action;

function formName(place: { transaction_id: string; person_type: string; person_id: string }) {
  return `identity-check ${Object.values(place).join(" ")}`;
}

export default function IdentityCheck() {
  const page = useLoaderData<typeof loader>();
  return (
    <RecordDialog page={page} warning={page.record?.verb === "abort"}>
      {(plan) => (plan.verb === "abort" ? <Abort {...plan} /> : <Order {...plan} />)}
    </RecordDialog>
  );
}

function Abort({ name }: { name: string }) {
  return (
    <p>
      This stops Thirdfort’s check on <strong>{name}</strong>. You can’t undo this. To check them
      again, you’d have to order and pay for a new check.
    </p>
  );
}

function Order({
  verb,
  name,
  status,
  phone,
  told_at,
  shared_with,
  recipients,
}: {
  verb: CheckVerb;
  name: string;
  status: string;
  phone: string | null;
  /** Email address that gets the first notification; null if the person has already had one. */
  told_at: string | null;
  shared_with: string | null;
  recipients: string[];
}) {
  return (
    <>
      <p>
        This orders a check on <strong>{name}</strong> from Thirdfort. Thirdfort will charge us for
        it. {verb === "reorder" ? `The new check replaces the current check (${status}).` : null}
      </p>
      <p>
        Thirdfort will text them at <strong>{phone}</strong>.{" "}
        {told_at
          ? `Before that, we’ll email ${told_at} to explain who we are and why they need a check.`
          : null}
      </p>
      <p>
        {shared_with
          ? `The report will be shared with ${shared_with}: ${recipients.join(", ")}.`
          : "The report won’t be shared with a solicitor."}
      </p>
    </>
  );
}
