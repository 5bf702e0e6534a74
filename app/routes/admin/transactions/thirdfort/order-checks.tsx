import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import {
  type FailedOrder,
  orderChecks,
  planChecks,
} from "#app/domain/identity-checks/order-checks.server.ts";
import { phoneForStaff } from "#app/domain/shared/phone.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { UnconfirmedOrderError } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { listProps } from "#app/ui/forms/field-props.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { GoBack } from "../../shared/confirm-dialog.tsx";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { CHECKS_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";

const TITLE = "Order ID checks";

export const handle: LayoutHandle = { part: TITLE };

const formName = (id: string) => `identity-checks ${id}`;

function backOf(request: Request, id: string) {
  const { transactionTab, transactions } = paths.admin;
  return pageOrList(id, overviewOr(request, transactionTab.thirdfort), transactions);
}

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openRecord(request, {
    needs: "handle",
    async read(reader) {
      const { orderable, refused } = await planChecks(db, reader, id);
      return {
        people: orderable.map(keyOf),
        checks: orderable,
        refused,
        lines: orderable.map((check) => ({ key: keyOf(check), text: lineOf(check) })),
      };
    },
    title: () => TITLE,
    failure: CHECKS_FAILURE,
    back: backOf(request, id),
    opener: "order-checks",
  });
  return data({ ...opened, formKey: newIdempotencyKey(formName(id)) }, init ?? {});
}

type Check = Awaited<ReturnType<typeof planChecks>>["orderable"][number];

const keyOf = ({ person_type, person_id }: Pick<Check, "person_type" | "person_id">) =>
  `${person_type}-${person_id}`;

function lineOf({ name, status, phone, recipients }: Check) {
  const shared = recipients.length > 0 ? `report to ${recipients.join(", ")}` : "report not shared";
  return `${name} (${status}): text to ${phoneForStaff(phone)}, ${shared}`;
}

const ChosenPeople = z.object({
  people: z.array(z.string(), { error: "Choose at least one person" }).min(1),
});

/** Orders that the page showed. A forged one is refused when it is compared with the matter. */
const ShownChecks = z.object({
  checks: z.array(
    z.object({
      person_type: z.string(),
      person_id: z.string(),
      name: z.string(),
      replaces_id: z.string().nullable(),
      phone: z.string(),
      recipients: z.array(z.string()),
    }),
  ),
});

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const submission = await parseForm(form, ChosenPeople);
  const shown = readShown(formText(form, "shown"));
  const form_key = formText(form, "form_key");
  const again = { formKey: newIdempotencyKey(formName(id)) };
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), ...again }, { status: 400 });
  }
  const { people } = submission.value;
  const chosen = shown?.checks.filter((check) => people.includes(keyOf(check))) ?? [];
  if (!readIdempotencyKey(formName(id), form_key) || chosen.length === 0) {
    const { message, status } = new ConflictError("This form is out of date. Open it again.");
    return data({ lastResult: submission.reply({ formErrors: [message] }), ...again }, { status });
  }
  const failed = await orderChecks(db, id, chosen, { actor, form_key });
  for (const { error } of failed) {
    if (!(error instanceof DomainError)) report(error, { what: FAILURE });
  }
  const to = backOf(request, id);
  const ordered = chosen.length - failed.length;
  if (failed.length === 0) {
    const title = `${pluralise(ordered, "ID check")} ordered`;
    return redirectWithFlash(to, { kind: "success", title });
  }
  const title = `${ordered} of ${pluralise(chosen.length, "ID check")} ordered`;
  return redirectWithFlash(to, { kind: "error", title, description: failed.map(textOf).join(" ") });
}

const FAILURE = "Error trying to order thirdfort check";
const UNCONFIRMED = "We don’t know yet if Thirdfort received the order.";

function textOf({ name, error }: FailedOrder) {
  if (error instanceof UnconfirmedOrderError) return `${name}: ${UNCONFIRMED}`;
  return `${name}: ${shownMessage(error, FAILURE).replace(/\.$/, "")}.`;
}

function readShown(text: string) {
  try {
    return ShownChecks.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Renders everyone on the matter whose check can be ordered, all ticked. */
export default function OrderChecks() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { record, back } = page;
  if (record?.people.length === 0) {
    return (
      <RouteDialog title={TITLE} back={back} openerId={page.opener}>
        <p>There’s no check to order.</p>
        <Refused refused={record.refused} />
        <GoBack to={back} />
      </RouteDialog>
    );
  }
  return (
    <FormDialog<{ people: string[] }>
      id="order-checks"
      title={TITLE}
      page={{ ...page, record: null, typed: { people: record?.people ?? [] } }}
      result={result}
      submit="Order checks"
    >
      {(fields) => (
        <>
          <input type="hidden" name="shown" value={JSON.stringify({ checks: record?.checks })} />
          <p>
            Thirdfort will charge us for each check, and will text each person. We’ll first email
            giftors who haven’t had an email from us about their check.
          </p>
          <Checkboxes
            {...listProps(fields.people)}
            legend="Who should be checked?"
            options={(record?.lines ?? []).map(({ key, text }) => ({ value: key, label: text }))}
          />
          <Refused refused={record?.refused ?? []} />
        </>
      )}
    </FormDialog>
  );
}

function Refused({ refused }: { refused: readonly { name: string; refusal: string }[] }) {
  return refused.map(({ name, refusal }) => (
    <p key={name} className="hint">
      {name} can’t be checked yet. {refusal}
    </p>
  ));
}
