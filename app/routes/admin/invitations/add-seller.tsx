import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SellerInvitationForm } from "#app/domain/invitations/new-invitations.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { Card } from "#app/ui/card.tsx";
import { AddressLines } from "#app/ui/forms/address-lines.tsx";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { respondToInvite, openInviteForm } from "./add.server.ts";
import { type CustomerForm, InvitePage } from "./invite-page.tsx";
import { TITLES } from "./view.ts";

export const handle: PageHandle = { title: TITLES.sell.add };

export const loader = ({ request }: LoaderFunctionArgs) => openInviteForm(request, "sell");

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const submission = await parseForm(request, SellerInvitationForm);
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), formKey: null }, { status: 400 });
  }
  const { referral_code, property_address: address, ...typed } = submission.value;
  const to = { role: "sell", address, referral_code } as const;
  const done = await respondToInvite({ typed, to, actor }, submission);
  if ("location" in done) return redirect(done.location, 303);
  const { lastResult, status, formKey } = done;
  return data({ lastResult, formKey }, { status });
}

type InviteSeller = CustomerForm & { property_address: AddressFields; referral_code: string };

/**
 * Renders the form. The referral code is checked when the invitation is sent, and filled in for the
 * seller at payment (R-032, AMB-E04).
 */
export default function InviteNewSeller() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<InviteSeller>({
    id: "invite",
    lastResult: result?.lastResult ?? null,
    defaultValue: { phone_country: "GB" },
  });
  return (
    <InvitePage
      to="sell"
      form={form}
      formKey={result?.formKey ?? page.formKey}
      preventEmail={page.preventEmail}
      fields={fields}
    >
      <Card title="Property address">
        <AddressLines fields={fields.property_address.getFieldset()} />
      </Card>
      <Card title="Payment">
        <TextField
          {...fieldProps(fields.referral_code)}
          label="Referral code"
          hint="We’ll fill it in for the seller on the payment page"
          optional
          autoComplete="off"
          width="20"
        />
      </Card>
    </InvitePage>
  );
}
