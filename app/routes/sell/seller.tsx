import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import {
  addressStates,
  answerAddressFinder,
  asItWas,
  withErrors,
} from "#app/http/address-finder.server.ts";
import { parseForm, readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { COUNTRY_CHOICES } from "./countries.ts";
import { keepDraft, openProperty, readSeller, seatOf } from "./property-draft.server.ts";
import { sellerListPath } from "./seller-list.server.ts";

export const handle: PageHandle = { title: titleOf };

function titleOf(page: unknown): string {
  const isNew: unknown = Reflect.get(Object(page), "isNew");
  return isNew ? "Add a seller" : "Change a seller";
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { draft } = await openProperty(request);
  const seat = seatOf(draft, params.position);
  if (seat === null) throw redirect(sellerListPath());
  const seller = draft.sellers[seat] ?? readSeller({});
  const { correspondence_address } = seller;
  return {
    seller,
    isNew: seat === draft.sellers.length,
    finder: addressStates({ correspondence_address }),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const seat = seatOf(page.draft, params.position);
  if (seat === null) return redirect(sellerListPath(), { status: 303 });
  const form = await readForm(request);
  const finder = await answerAddressFinder(form, ["correspondence_address"]);
  const submission = await parseForm(form, additionalPersonForm);
  if (finder) return data({ finder, lastResult: asItWas(submission) });
  const typed = readSeller(submission.payload);
  if (submission.status !== "success") {
    const { correspondence_address } = typed;
    return data(
      {
        finder: addressStates({ correspondence_address }),
        lastResult: withErrors(submission, form, ["correspondence_address"]),
      },
      { status: submission.status === "error" ? 400 : 200 },
    );
  }
  await keepDraft(page, {
    answers: { ...page.draft.answers, another_seller: "yes" },
    sellers: page.draft.sellers.toSpliced(seat, 1, typed),
  });
  return redirect(sellerListPath(), { status: 303 });
}

type SellerForm = {
  first_name: string;
  middle_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  phone_country: string;
  same_address: string;
  correspondence_address: AddressFields;
};

export default function Seller() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<SellerForm>({
    id: "seller",
    lastResult: result?.lastResult,
    defaultValue: page.seller,
  });
  return (
    <RouteDialog title={titleOf(page)} back={paths.sell.aboutTheProperty()}>
      <p>
        Please tell them that you give us their details, and that our{" "}
        <Link to={paths.legal.privacy()}>privacy policy</Link> says how we use them.
      </p>
      <HouseForm form={form}>
        <TextField field={fields.first_name} label="First name" autoComplete="off" />
        <TextField field={fields.middle_name} label="Middle name" autoComplete="off" optional />
        <TextField field={fields.last_name} label="Last name" autoComplete="off" />
        <EmailField
          field={fields.email}
          label="Email address"
          hint="Several sellers may share one"
          autoComplete="off"
        />
        <PhoneField
          field={fields.phone_number}
          country={fields.phone_country}
          label="Mobile number"
          hint="The identity check arrives by text"
          autoComplete="off"
        />
        <div className="unless">
          <Checkbox field={fields.same_address}>Their address is the same as mine</Checkbox>
          <AddressFinder
            field={fields.correspondence_address}
            legend="Their address"
            finder={(result ?? page).finder.correspondence_address}
            international
            countries={COUNTRY_CHOICES}
          />
        </div>
        <SubmitButton after={<DialogCancel back={paths.sell.aboutTheProperty()} />}>
          {page.isNew ? "Add seller" : "Save seller"}
        </SubmitButton>
      </HouseForm>
    </RouteDialog>
  );
}
