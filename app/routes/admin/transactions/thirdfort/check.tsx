import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import {
  abortCheck,
  orderCheck,
  planCheck,
  UnconfirmedOrderError,
} from "#app/domain/identity-checks/order-check.server.ts";
import {
  CHECK_VERBS,
  checkLabel,
  type CheckVerb,
} from "#app/domain/identity-checks/check-status.ts";
import { fullName } from "#app/domain/people/person.ts";
import { newFormKey, readFormKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { RecordDialog } from "../../kit/record-dialog.tsx";
import { confirmedRecipients } from "../confirmed-recipients.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { checkLinkId } from "./view.ts";

export const handle: LayoutHandle = { part: fromData("title") };

/** What each verb is called, and what is said when it cannot be done (N-035 to N-037). */
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

const UNCONFIRMED = "We do not know yet whether Thirdfort has taken it.";

function readPlace({
  id = "",
  personType = "",
  personId = "",
  verb,
}: LoaderFunctionArgs["params"]) {
  const place = { transaction_id: id, person_type: personType, person_id: personId };
  return { place, verb: CHECK_VERBS.find((known) => known === verb) };
}

/** A key belongs to one person's page. */
const formName = (place: { transaction_id: string; person_type: string; person_id: string }) =>
  `identity-check ${Object.values(place).join(" ")}`;

/** What will happen, and to whom. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { place, verb } = readPlace(params);
  return openDialog(request, {
    async read() {
      if (!verb) throw new NotFoundError("Page not found");
      const plan = await planCheck(db, place);
      const { check, person, phone, recipients, solicitors, refusal } = plan;
      const label = checkLabel(check?.status ?? null, check?.result).toLowerCase();
      const changed = plan.verb === verb ? null : `The check is ${label} by now.`;
      return {
        verb,
        name: fullName(person),
        status: label,
        phone,
        told_at: person.person_type === "giftor" ? person.email : null,
        shared_with: recipients.length > 0 ? (solicitors?.name ?? null) : null,
        recipients,
        refusal: changed ?? refusal,
        fields: {
          check_id: check?.id ?? "",
          phone: phone ?? "",
          recipients: recipients.join(),
          form_key: newFormKey(formName(place)),
        },
      };
    },
    title: ({ verb }) => WORDS[verb].title,
    failure: FETCH_FAILURE,
    back: tabOf(place.transaction_id),
    opener: checkLinkId(verb ?? "", place),
  });
}

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionThirdfort, paths.admin.transactions);

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const { place, verb } = readPlace(params);
  if (!verb) throw data(null, { status: 404 });
  const to = tabOf(place.transaction_id);
  const form = await readForm(request);
  const key = formText(form, "form_key");
  const check_id = formText(form, "check_id");
  const { done, failed, failure } = WORDS[verb];
  return carryOut({
    async run() {
      if (!readFormKey(formName(place), key)) {
        throw new ConflictError("This form is out of date. Open it again.");
      }
      if (verb === "abort") return abortCheck(db, place, { actor, check_id });
      return orderCheck(db, place, {
        actor,
        form_key: key,
        replaces_id: check_id || null,
        phone: formText(form, "phone"),
        recipients: confirmedRecipients(form),
      });
    },
    done: { to, title: done },
    failed: (error) =>
      error instanceof UnconfirmedOrderError
        ? { to, title: "Order not confirmed", description: `${failure}. ${UNCONFIRMED}` }
        : { to, title: failed },
    failure,
    here: to,
  });
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
      Thirdfort stops the check of <strong>{name}</strong>. Another one would have to be ordered,
      and paid for.
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
  /** Where we write to somebody who knows nothing of us yet. */
  told_at: string | null;
  shared_with: string | null;
  recipients: string[];
}) {
  return (
    <>
      <p>
        Thirdfort is asked to check <strong>{name}</strong>, which costs money.{" "}
        {verb === "reorder" ? `It takes the place of the check that is ${status}.` : null}
      </p>
      <p>
        They get a text message at <strong>{phone}</strong>.{" "}
        {told_at ? `Before it we email ${told_at}: who we are, and why they are asked.` : null}
      </p>
      <p>
        {shared_with
          ? `The report is shared with ${shared_with}: ${recipients.join(", ")}.`
          : "The report is not shared with a solicitor."}
      </p>
    </>
  );
}
