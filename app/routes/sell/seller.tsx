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
import { requireSeller } from "../onboarding/require.server.ts";
import { TellThem } from "../onboarding/tell-them.tsx";
import { keepDraft, openProperty, workOnSale } from "./property-draft.server.ts";

export const handle: PageHandle = { title: titleOf };

function titleOf(page: unknown): string {
  const isNew: unknown = Reflect.get(Object(page), "isNew");
  return isNew ? "Add a seller" : "Change a seller";
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { seller, sale, draft } = await openProperty(request);
  const people = draft.sellers;
  const seat = seatOf(people, params.position);
  if (seat === null) throw redirect(paths.sell.sellers());
  return personPage(request, { customer_id: seller.id, matter: sale, people, seat });
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireSeller(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnSale(page);
  const { answers, sellers } = page.draft;
  const seat = seatOf(sellers, params.position);
  if (seat === null) return redirect(paths.sell.sellers(), { status: 303 });
  const { typed, again } = await answerPersonForm(form, additionalPersonForm);
  if (again) return again;
  await keepDraft(page, {
    answers: { ...answers, another_seller: "yes" },
    sellers: sellers.toSpliced(seat, 1, typed),
  });
  return redirect(paths.sell.sellers(), { status: 303 });
}

export default function Seller() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<PersonForm>({
    id: "seller",
    lastResult: result?.lastResult,
    defaultValue: page.person,
  });
  return (
    <RouteDialog title={titleOf(page)} back={paths.sell.aboutTheProperty()}>
      <TellThem />
      <KnownPeople people={page.known} />
      <HouseForm form={form}>
        <input type="hidden" name="matter_id" value={(result ?? page).matter_id} />
        <PersonFields
          fields={fields}
          finder={(result ?? page).finder.correspondence_address}
          emailHint="Several sellers may share one"
        />
        <SubmitButton after={<DialogCancel back={paths.sell.aboutTheProperty()} />}>
          {page.isNew ? "Add seller" : "Save seller"}
        </SubmitButton>
      </HouseForm>
    </RouteDialog>
  );
}
