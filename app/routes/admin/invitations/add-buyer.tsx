import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BuyerInvitationForm } from "#app/domain/invitations/new-invitations.server.ts";
import {
  formText,
  parseForm,
  readForm,
  showFormAgain,
  unvalidatedReply,
} from "#app/forms/form.server.ts";
import { Card } from "#app/ui/card.tsx";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { PropertyFinder } from "../../buy/property-finder.tsx";
import { listOfferedProperties, lookUpPosted } from "../../buy/property-lookup.server.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { respondToInvite, openInviteForm } from "./add.server.ts";
import { type CustomerForm, InvitePage } from "./invite-page.tsx";
import { TITLES } from "./view.ts";

export const handle: PageHandle = { title: TITLES.buy.add };

export const loader = ({ request }: LoaderFunctionArgs) => openInviteForm(request, "buy");

/**
 * Looks up a postcode without validating the form, or sends the invitation if another button was
 * clicked.
 */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const lookup = await lookUpPosted(form, actor.id);
  // The form continues to offer the properties that the last lookup found.
  if (lookup) form.set("searched", lookup.searched ?? "");
  const searched = formText(form, "searched");
  const submission = await parseForm(form, BuyerInvitationForm);
  const again = async (lastResult: SubmissionResult, status?: number, formKey?: string) => {
    const properties = await listOfferedProperties(actor.id, searched);
    return showFormAgain(lastResult, { searched, properties, formKey: formKey ?? null }, status);
  };
  if (lookup) return again(unvalidatedReply(submission, lookup.problems), lookup.status);
  if (submission.status !== "success") return again(submission.reply());
  const { property_id, ...typed } = submission.value;
  const done = await respondToInvite(
    { typed, to: { role: "buy", property_id }, actor },
    submission,
  );
  if ("location" in done) return redirect(done.location, 303);
  return again(done.lastResult, done.status, done.formKey);
}

type InviteBuyer = CustomerForm & Record<"postcode" | "property_id", string>;

/**
 * Renders the form. Staff find the property by its postcode, among current sales.
 */
export default function InviteNewBuyer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<InviteBuyer>({
    id: "invite",
    lastResult: result?.lastResult ?? null,
    defaultValue: { phone_country: "GB" },
  });
  return (
    <InvitePage
      to="buy"
      form={form}
      formKey={result?.formKey ?? page.formKey}
      preventEmail={page.preventEmail}
      fields={fields}
    >
      <Card title="Property address">
        <input type="hidden" name="searched" value={result?.searched ?? ""} />
        <PropertyFinder
          postcode={fieldProps(fields.postcode)}
          choice={fieldProps(fields.property_id)}
          properties={result?.properties ?? []}
          legend="Which property are they buying?"
          hint="The sale of the property must be registered with Fanlight"
          withoutWayOut
        />
      </Card>
    </InvitePage>
  );
}
