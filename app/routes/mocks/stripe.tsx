import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { formatPence } from "#app/domain/shared/money.ts";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { dispute, refund, resolveRefund } from "#mocks/stripe/refunds-and-disputes.ts";
import { events, intents, refunds } from "#mocks/stripe/objects.ts";
import { resolveProcessing } from "#mocks/stripe/pay.ts";
import { deliverOnce } from "#mocks/stripe/webhooks.ts";
import { Act } from "./act.tsx";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "Stripe" };

const SHOWN = 50;

export async function loader() {
  const { state } = requireDoubles().world;
  const [payments, happened, returned] = await Promise.all([
    state.list(intents),
    state.list(events),
    state.list(refunds),
  ]);
  return {
    refunds: returned.slice(0, SHOWN).map(({ id, amount, status, created }) => ({
      id,
      amount,
      status,
      at: formatTime(created),
    })),
    payments: payments.slice(0, SHOWN).map(({ id, amount, status, created }) => ({
      id,
      amount,
      status,
      at: formatTime(created),
      settled: status === "succeeded" || status === "canceled",
      taken: status === "succeeded",
    })),
    events: happened.slice(0, SHOWN).map(({ event, deliveries }) => ({
      id: event.id,
      type: event.type,
      at: formatTime(event.created),
      answers: deliveries.map(({ status }) => String(status || "none")).join(", "),
      isHeard: deliveries.some(({ status }) => status >= 200 && status < 300),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const double = { state: world.state, ...world.stripe };
  const form = await request.formData();
  const id = form.get("id");
  const intent = form.get("intent");
  if (typeof id !== "string") throw data(null, { status: 400 });
  if (intent === "succeed" || intent === "fail") await resolveProcessing(double, id, intent);
  if (intent === "refund") await refund(double, id);
  if (intent === "refund-succeeds") await resolveRefund(double, id, "succeeded");
  if (intent === "refund-fails") await resolveRefund(double, id, "failed");
  if (intent === "dispute") await dispute(double, id);
  if (intent === "resend") await deliverOnce(double, id);
  return redirect(paths.mocks.stripe(), 303);
}

export default function Stripe() {
  const { payments, refunds: returned, events } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Stripe"
      back={paths.mocks.home()}
      lead="Payments, and the webhooks sent to our site about them."
    >
      <div className="stack" data-gap="l">
        <h2>Payments</h2>
        <DataTable
          caption="Payments"
          hideCaption
          list="stripe-payments"
          rows={payments}
          rowKey={({ id }) => id}
          empty="No payments yet."
          columns={[
            { key: "id", title: "Payment", cell: ({ id }) => <code>{id}</code> },
            {
              key: "amount",
              title: "Amount",
              align: "end",
              cell: ({ amount }) => formatPence(amount),
            },
            { key: "status", title: "Status", cell: ({ status }) => <Badge>{status}</Badge> },
            { key: "at", title: "Created", cell: ({ at }) => at },
            {
              key: "settle",
              title: "Result",
              cell: ({ id, settled, taken }) =>
                settled && !taken ? null : (
                  <Form method="post" className="cluster">
                    <input type="hidden" name="id" value={id} />
                    <Act value={taken ? "refund" : "succeed"} what={id}>
                      {taken ? "Refund" : "Succeed"}
                    </Act>
                    <Act value={taken ? "dispute" : "fail"} what={id}>
                      {taken ? "Dispute" : "Fail"}
                    </Act>
                  </Form>
                ),
            },
          ]}
        />
        <h2>Refunds</h2>
        <DataTable
          caption="Refunds"
          hideCaption
          list="stripe-refunds"
          rows={returned}
          rowKey={({ id }) => id}
          empty="No refunds yet."
          columns={[
            { key: "id", title: "Refund", cell: ({ id }) => <code>{id}</code> },
            {
              key: "amount",
              title: "Amount",
              cell: ({ amount }) => formatPence(amount),
              align: "end",
            },
            { key: "at", title: "Time", cell: ({ at }) => at },
            { key: "status", title: "Status", cell: ({ status }) => <Badge>{status}</Badge> },
            {
              key: "act",
              title: "Action",
              cell: ({ id, status }) => (
                <Form method="post" className="cluster">
                  <input type="hidden" name="id" value={id} />
                  {status === "pending" ? (
                    <Act value="refund-succeeds" what={id}>
                      Succeed
                    </Act>
                  ) : null}
                  {status === "failed" ? null : (
                    <Act value="refund-fails" what={id}>
                      Fail
                    </Act>
                  )}
                </Form>
              ),
            },
          ]}
        />
        <h2>Webhooks</h2>
        <DataTable
          caption="Webhooks"
          hideCaption
          list="stripe-webhooks"
          rows={events}
          rowKey={({ id }) => id}
          empty="No webhooks yet."
          columns={[
            { key: "type", title: "Event", cell: ({ type }) => <code>{type}</code> },
            { key: "at", title: "Time", cell: ({ at }) => at },
            {
              key: "answers",
              title: "Our site’s responses",
              cell: ({ answers, isHeard }) => (
                <Badge tone={isHeard ? "done" : "wait"}>{answers || "none yet"}</Badge>
              ),
            },
            {
              key: "resend",
              title: "Resend",
              cell: ({ id, type }) => (
                <Form method="post">
                  <input type="hidden" name="id" value={id} />
                  <Act value="resend" what={type}>
                    Resend
                  </Act>
                </Form>
              ),
            },
          ]}
        />
      </div>
    </Page>
  );
}
