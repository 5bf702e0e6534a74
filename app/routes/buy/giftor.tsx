import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { RELATIONSHIPS } from "#app/domain/purchases/funding.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { answerPersonForm, matterOf, personPage, seatOf } from "../onboarding/people.server.ts";
import { KnownPeople } from "../onboarding/known-people.tsx";
import { type PersonForm, PersonFields } from "../onboarding/person-fields.tsx";
import { requireBuyer } from "../onboarding/require.server.ts";
import { TellThem } from "../onboarding/tell-them.tsx";
import { keepDraft, openProperty, workOnPurchase } from "./property-draft.server.ts";

export const handle: PageHandle = { title: titleOf };

function titleOf(page: unknown): string {
  const isNew: unknown = Reflect.get(Object(page), "isNew");
  return isNew ? "Add a giftor" : "Change a giftor";
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { buyer, purchase, draft } = await openProperty(request);
  const people = draft.giftors;
  const seat = seatOf(people, params.position);
  if (seat === null) throw redirect(paths.buy.giftors());
  return personPage(request, { customer_id: buyer.id, matter: purchase, people, seat });
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnPurchase(page);
  const { answers, giftors } = page.draft;
  const seat = seatOf(giftors, params.position);
  if (seat === null) return redirect(paths.buy.giftors(), { status: 303 });
  const { typed, again } = await answerPersonForm(form, giftorForm);
  if (again) return again;
  await keepDraft(page, {
    ...page.draft,
    answers: { ...answers, gifts: "yes" },
    giftors: giftors.toSpliced(seat, 1, typed),
  });
  return redirect(paths.buy.giftors(), { status: 303 });
}

type GiftorForm = PersonForm & { amount_pounds: string; relationship: string };

export default function Giftor() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<GiftorForm>({
    id: "giftor",
    lastResult: result?.lastResult,
    defaultValue: page.person,
  });
  return (
    <RouteDialog title={titleOf(page)} back={paths.buy.aboutTheProperty()}>
      <p>A giftor gives you money towards the price and does not expect it back.</p>
      <TellThem />
      <KnownPeople people={page.known} />
      <HouseForm form={form}>
        <input type="hidden" name="matter_id" value={(result ?? page).matter_id} />
        <PersonFields fields={fields} finder={(result ?? page).finder.correspondence_address} />
        <CurrencyField
          field={fields.amount_pounds}
          label="How much are they giving?"
          hint="In whole pounds, for example 20,000"
        />
        <Radios
          field={fields.relationship}
          legend="What is their relationship to you?"
          options={RELATIONSHIPS.map((value) => ({ value, label: value }))}
        />
        <SubmitButton after={<DialogCancel back={paths.buy.aboutTheProperty()} />}>
          {page.isNew ? "Add giftor" : "Save giftor"}
        </SubmitButton>
      </HouseForm>
    </RouteDialog>
  );
}
