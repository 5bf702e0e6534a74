import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { ORDERED_PRODUCTS, productName } from "#app/domain/searches/labels.ts";
import {
  placeOrder,
  readLastOrder,
  readOrderDialog,
  SearchOrderForm,
  startOrder,
} from "#app/domain/searches/search-orders.server.ts";
import { UnconfirmedOrderError } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { errorReply } from "../../shared/record-form.server.ts";
import { GoBack, ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { SEARCHES_FAILURE } from "../failures.ts";

const TITLE = "Order searches";

export const handle: LayoutHandle = { part: TITLE };

const formName = (id: string) => `order-searches ${id}`;

const FAILED = "Error ordering searches";
const SUBMIT_FAILED = "There was an error submitting a search";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "handle",
    async read(reader) {
      const { building, is_reorder, refusal } = await readOrderDialog(db, reader, id);
      return {
        building: formValues(building),
        is_reorder,
        refusal,
        products: ORDERED_PRODUCTS.map(productName),
        formKey: newIdempotencyKey(formName(id)),
      };
    },
    title: () => TITLE,
    failure: SEARCHES_FAILURE,
    back: pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
    opener: "order-searches",
  });
}

/**
 * Stores the order idempotently, then sends it to OneSearch. After a duplicate submit, shows the
 * state of the order.
 */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const key = formText(form, "form_key");
  const submission = await parseForm(form, SearchOrderForm);
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), formKey: key }, { status: 400 });
  }
  const { value } = submission;
  let started: string | null;
  try {
    const post = { form: formName(id), key, body: { id, ...value } };
    started = await withIdempotencyKey(db, post, (trx) => startOrder(trx, id, { actor, ...value }));
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, { failure: SUBMIT_FAILED });
    return data({ lastResult, formKey: newIdempotencyKey(formName(id)) }, { status });
  }
  return started === null ? describeOrder(actor, id) : sendOrder(actor, id, started);
}

async function sendOrder(reader: StaffReader, id: string, order_id: string) {
  try {
    await placeOrder(db, order_id);
  } catch (error) {
    report(error instanceof UnconfirmedOrderError ? error.cause : error, { what: FAILED });
    const order = await readLastOrder(db, reader, id);
    const description =
      order?.answer === null
        ? "We don’t know yet if OneSearch received it. This page shows the status of the order."
        : shownMessage(error, "Nothing was ordered. Please try again.");
    return leave(id, { kind: "error", title: FAILED, description });
  }
  return describeOrder(reader, id);
}

async function describeOrder(reader: StaffReader, id: string) {
  const order = await readLastOrder(db, reader, id);
  if (order?.answer === "accepted")
    return leave(id, { kind: "success", title: "Searches ordered" });
  return order?.answer === "refused"
    ? leave(id, { kind: "error", title: FAILED })
    : leave(id, { kind: "info", title: "The order is being sent" });
}

function leave(id: string, message: Parameters<typeof redirectWithFlash>[1]) {
  return redirectWithFlash(paths.admin.transactionTab.searches(id), message);
}

export default function OrderSearches() {
  const { problem, record, back, opener } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <OrderForm
      {...record}
      back={back}
      openerId={opener}
      formKey={result?.formKey ?? record.formKey}
      lastResult={result?.lastResult ?? null}
    />
  );
}

type Values = {
  sub_building_name: string;
  building_name: string;
  building_number: string;
  is_reorder: string;
};

/**
 * Renders the products to order, or says that searches were already ordered today (O-009 to O-014).
 */
function OrderForm({
  building,
  is_reorder,
  refusal,
  products,
  back,
  openerId,
  formKey,
  lastResult,
}: {
  building: Pick<Values, "sub_building_name" | "building_name" | "building_number">;
  is_reorder: boolean;
  refusal: string | null;
  products: readonly string[];
  back: string;
  openerId: string;
  formKey: string;
  lastResult: SubmissionResult | null;
}) {
  const verb = is_reorder ? "Reorder searches" : "Order searches";
  const [form, fields] = useAppForm<Values>({
    id: "order-searches-form",
    lastResult,
    defaultValue: building,
  });
  if (refusal && !lastResult) {
    return (
      <RouteDialog title={verb} back={back} openerId={openerId}>
        <p>{refusal}</p>
        <GoBack to={back} />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title={verb} back={back} openerId={openerId}>
      <p>
        This orders these searches from OneSearch: {products.join(", ")}. OneSearch will charge us
        for them.{" "}
        {is_reorder ? "These searches have been ordered before, so we’ll be charged again." : null}{" "}
        You can’t undo this.
      </p>
      <AppForm form={form} formKey={formKey}>
        <input type="hidden" name="is_reorder" value={String(is_reorder)} />
        <TextField {...fieldProps(fields.building_name)} label="Building name" />
        <TextField {...fieldProps(fields.building_number)} label="Building number" width="10" />
        <TextField
          {...fieldProps(fields.sub_building_name)}
          label="Sub-building name"
          hint="A flat or unit in the building."
          optional
        />
        <SubmitButton after={<DialogCancel back={back} />}>{verb}</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}
