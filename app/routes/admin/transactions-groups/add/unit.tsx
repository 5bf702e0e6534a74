import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  changeGroupDraft,
  newUnitId,
  readGroupDraft,
  TypedUnit,
  UnitForm,
} from "#app/domain/groups/group-draft.server.ts";
import { MAX_UNITS } from "#app/domain/groups/labels.ts";
import { KNOWN_TENURES } from "#app/domain/properties/tenure.ts";
import { addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm } from "#app/forms/address-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm, showFormAgain } from "#app/forms/form.server.ts";
import { isSameRow, withChangedRow, withRow } from "#app/forms/list-rows.server.ts";
import { paths } from "#app/paths.ts";
import {
  deleteRejectedForm,
  readRejectedForm,
  redirectToStep,
} from "#app/routes/rejected-form.server.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { Button } from "#app/ui/button.tsx";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { duplicate } from "./add.server.ts";
import { openDraft } from "./draft.server.ts";
import { unitOpenerId } from "./units-card.tsx";

export const handle: LayoutHandle = { part: fromData("part"), longForm: true };

const urls = paths.admin.newTransactionsGroup;

const ADD = "add";

/** Returns a unit of the group, or an empty unit to add (P-015, P-043). */
export async function loader({ request, params: { unit: id = ADD } }: LoaderFunctionArgs) {
  const { actor, place, query } = await openDraft(request);
  const { units } = await readGroupDraft(db, place);
  const index = units.findIndex((unit) => unit.id === id);
  if (id !== ADD && index < 0) throw await gone(query);
  if (id === ADD && units.length >= MAX_UNITS) throw await full(query);
  const sent = await readRejectedForm({ user_id: actor.id, name: urls.unit(id, query) });
  const stored = units[index] ?? TypedUnit.parse({ address: {} });
  const unit = sent ? TypedUnit.parse(sent.typed) : stored;
  const part = id === ADD ? "Add unit" : `Edit unit ${index + 1}`;
  const finder = { ...addressStates({ address: unit.address }), ...sent?.finder };
  return { part, id, query, unit, finder };
}

type Query = { draft: string };

function gone(query: Query) {
  const description = "This unit is no longer in the group.";
  return redirectWithFlash(urls.page(query), {
    kind: "warning",
    title: "Unit not found",
    description,
  });
}

function full(query: Query) {
  const title = `A group has at most ${MAX_UNITS} units`;
  return redirectWithFlash(urls.page(query), { kind: "warning", title });
}

/**
 * Handles the buttons of the address finder, or saves the unit. If requested, also copies the unit.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, place, query } = await openDraft(request);
  const form = await readForm(request);
  const read = await parseAddressForm(form, "address", UnitForm);
  const { pressed } = read;
  const path = urls.unit(params.unit ?? ADD, query);
  const sent = { user_id: actor.id, name: path };
  const step = pressed && (await redirectToStep(request, sent, form, { pressed, path }));
  if (step) return step;
  if (read.again) return showFormAgain(read.again, { finder: read.finder });
  const isNew = (params.unit ?? ADD) === ADD;
  const typed = TypedUnit.parse(read.submission.payload);
  const unit = { ...typed, id: isNew ? newUnitId() : (params.unit ?? "") };
  const { units } = await changeGroupDraft(db, place, (now) => ({
    ...now,
    units: isNew ? withRow(now.units, unit, MAX_UNITS) : withChangedRow(now.units, unit),
  }));
  await deleteRejectedForm(sent);
  const stored = units.find((one) => isSameRow(one, unit));
  if (!stored) return isNew ? full(query) : gone(query);
  if (formText(form, "intent") !== "duplicate") return redirect(urls.units(query), 303);
  return redirect(urls.unit(await duplicate(place, stored.id), query), 303);
}

export default function Unit() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = urls.page(page.query);
  return (
    // The key remounts the dialog for a different unit, so that it does not show the values typed
    // for this one.
    <RouteDialog key={page.id} title={page.part} back={back} openerId={unitOpenerId(page.id)}>
      <UnitFields page={page} result={result} back={back} />
    </RouteDialog>
  );
}

type Values = { address: AddressFields; tenure: string; asking_price_pounds: string };

function UnitFields({
  page,
  result,
  back,
}: {
  page: ReturnType<typeof useLoaderData<typeof loader>>;
  result: ReturnType<typeof useActionData<typeof action>>;
  back: string;
}) {
  const { id, unit, finder } = page;
  const { address, tenure, asking_price_pounds } = unit;
  const [form, fields] = useAppForm<Values>({
    id: `unit-${id}`,
    lastResult: result?.lastResult ?? null,
    defaultValue: { address, tenure, asking_price_pounds },
  });
  return (
    <AppForm form={form} questionNames={(field) => (field === "tenure" ? "Tenure" : undefined)}>
      <AddressFinder
        field={fields.address}
        legend="Unit address"
        finder={(result?.finder ?? finder).address}
      />
      <Radios
        {...fieldProps(fields.tenure)}
        legend="Tenure"
        options={KNOWN_TENURES.map((value) => ({ value, label: value }))}
      />
      <CurrencyField
        {...fieldProps(fields.asking_price_pounds)}
        label="Asking price"
        example="325,000"
      />
      <SubmitButton
        after={
          <>
            <Button type="submit" kind="secondary" name="intent" value="duplicate">
              Save and duplicate
            </Button>
            <DialogCancel back={back} />
          </>
        }
      >
        Save unit
      </SubmitButton>
    </AppForm>
  );
}
