import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { requestedPath } from "#app/auth/guards.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  addPerson,
  type NewPlace,
  readSideOpenToPeople,
} from "#app/domain/participants/add-person.server.ts";
import {
  listLettersOfSide,
  repeatTickedLetters,
} from "#app/domain/participants/letters-of-person.server.ts";
import { recordedPerson } from "#app/domain/people/person-forms.server.ts";
import { addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import {
  deleteRejectedForm,
  readRejectedForm,
  redirectToStep,
} from "#app/routes/rejected-form.server.ts";
import { db } from "#db/connection.ts";
import { TypedPerson } from "../../onboarding/people-list.server.ts";
import { openRecord, pageOrList, requireActor } from "../shared/open-record.server.ts";
import { createOnce } from "../shared/record-form.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { LETTERS_FIELD } from "./letter-ticks.tsx";
import { letterTick } from "./letter-tick.server.ts";

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

const ADDRESS = "correspondence_address";

function placeAt({ request, params: { id = "", purchaseId = "" } }: Args): NewPlace {
  const { pathname } = new URL(request.url);
  if (/\/sellers\//.test(pathname)) {
    return { kind: "seller", transaction_id: id, purchase_intent_id: null };
  }
  const kind = /\/add-giftor/.test(pathname) ? "giftor" : "buyer";
  return { kind, transaction_id: id, purchase_intent_id: purchaseId };
}

const sideOf = ({ kind, transaction_id }: NewPlace) =>
  ({ transaction_id, side: kind === "seller" ? "seller" : "buyer" }) as const;

const formName = ({ kind, transaction_id, purchase_intent_id }: NewPlace) =>
  `add-${kind} ${purchase_intent_id ?? transaction_id}`;

function tabOf({ kind, transaction_id }: NewPlace) {
  const { transactionTab, transactions } = paths.admin;
  const tab = kind === "seller" ? transactionTab.sellers : transactionTab.buyers;
  return pageOrList(transaction_id, tab, transactions);
}

export async function openAdding(args: Args) {
  const { request } = args;
  const place = placeAt(args);
  const { kind, purchase_intent_id } = place;
  const { data: opened, init } = await openRecord(request, {
    needs: "handle",
    async read(actor) {
      const { primary } = await readSideOpenToPeople(db, actor, place);
      const letters = await listLettersOfSide(db, actor, sideOf(place));
      const sent = await readRejectedForm({ user_id: actor.id, name: formName(place) });
      const typed = TypedPerson.parse(sent?.typed ?? {});
      const { correspondence_address } = typed;
      return {
        letters: letters.map(letterTick),
        primary: { name: fullName(primary), email: primary.email },
        typed,
        finder: { ...addressStates({ correspondence_address }), ...sent?.finder },
      };
    },
    title: () => `Add a ${kind}`,
    failure: FETCH_FAILURE,
  });
  const page = {
    kind,
    back: tabOf(place),
    opener: ["add", kind, purchase_intent_id].filter(Boolean).join("-"),
    formKey: newIdempotencyKey(formName(place)),
  };
  return data({ ...opened, ...page }, init ?? {});
}

export async function respondToAdding(args: ActionFunctionArgs) {
  const { request } = args;
  const actor = await requireActor(request, "handle");
  const place = placeAt(args);
  const form = await readForm(request);
  const formKey = formText(form, "form_key");
  const read = await (place.kind === "giftor"
    ? parseAddressForm(form, ADDRESS, recordedPerson.giftorForm)
    : parseAddressForm(form, ADDRESS, recordedPerson.additionalPersonForm));
  const { finder } = read;
  const sent = { user_id: actor.id, name: formName(place) };
  const { pressed } = read;
  const path = requestedPath(request);
  const step = pressed && (await redirectToStep(request, sent, form, { pressed, path }));
  if (step) return step;
  if (read.again) {
    const status = read.again.status === "error" ? 400 : 200;
    return data({ lastResult: read.again, finder, formKey }, { status });
  }
  const { submission, address } = read;
  const { value } = submission;
  const made = await createOnce(
    submission,
    { form: formName(place), key: formKey, body: value },
    async (trx) => {
      await addPerson(trx, place, value, { actor });
      const letters = await listLettersOfSide(trx, actor, sideOf(place));
      const ticked = form.getAll(LETTERS_FIELD).map(String);
      await repeatTickedLetters(trx, letters, { ticked, actor });
      return tabOf(place);
    },
    { failure: "There was an error adding this person" },
  );
  if ("location" in made) {
    await deleteRejectedForm(sent);
    return redirectWithFlash(made.location, {
      kind: "success",
      title: `${fullName(value)} has been added`,
    });
  }
  const lastResult = withChosenAddress(made.lastResult, form, address);
  return data({ lastResult, finder, formKey: made.formKey }, { status: made.status });
}
