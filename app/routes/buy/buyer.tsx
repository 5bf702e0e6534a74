import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
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
  return isNew ? "Add a buyer" : "Change a buyer";
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { buyer, purchase, draft } = await openProperty(request);
  const people = draft.buyers;
  const seat = seatOf(people, params.position);
  if (seat === null) throw redirect(paths.buy.buyers());
  return personPage(request, { customer_id: buyer.id, matter: purchase, people, seat });
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnPurchase(page);
  const { answers, buyers } = page.draft;
  const seat = seatOf(buyers, params.position);
  if (seat === null) return redirect(paths.buy.buyers(), { status: 303 });
  const { typed, again } = await answerPersonForm(form, additionalPersonForm);
  if (again) return again;
  await keepDraft(page, {
    ...page.draft,
    answers: { ...answers, ownership_type: "Joint" },
    buyers: buyers.toSpliced(seat, 1, typed),
  });
  return redirect(paths.buy.buyers(), { status: 303 });
}

export default function Buyer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<PersonForm>({
    id: "buyer",
    lastResult: result?.lastResult,
    defaultValue: page.person,
  });
  return (
    <RouteDialog title={titleOf(page)} back={paths.buy.aboutTheProperty()}>
      <TellThem />
      <KnownPeople people={page.known} />
      <HouseForm form={form}>
        <input type="hidden" name="matter_id" value={(result ?? page).matter_id} />
        <PersonFields
          fields={fields}
          finder={(result ?? page).finder.correspondence_address}
          emailHint="Several buyers may share one"
        />
        <SubmitButton after={<DialogCancel back={paths.buy.aboutTheProperty()} />}>
          {page.isNew ? "Add buyer" : "Save buyer"}
        </SubmitButton>
      </HouseForm>
    </RouteDialog>
  );
}
