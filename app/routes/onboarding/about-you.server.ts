import { data, redirect } from "@remix-run/node";
import { readStash } from "#app/auth/stash.server.ts";
import { phoneParts } from "#app/domain/fields/phone-parts.server.ts";
import { aboutYouForm } from "#app/domain/people/person.server.ts";
import { type Person, updatePerson } from "#app/domain/people/update-person.server.ts";
import {
  addressStates,
  answerAddressFinder,
  unvalidatedReply,
  addressFormValues,
  withErrors,
  withChosenAddress,
} from "#app/forms/address-finder.server.ts";
import { parseForm, readForm } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { tryAgainText } from "./failures.server.ts";
import { TypedPerson } from "./people.server.ts";

/** Who somebody is, for sellers and buyers alike: known already to whoever comes with a second matter (C-009). */
export async function aboutYouPage(request: Request, person: Person) {
  const stashed = await readStash(db, request, person.id);
  const { first_name, middle_name, last_name, email, phone_number } = person;
  const address = person.correspondence_address;
  if (stashed) {
    const typed = TypedPerson.parse((await parseForm(stashed, aboutYouForm)).payload);
    const { correspondence_address } = typed;
    return { kept: true, email, person: typed, finder: addressStates({ correspondence_address }) };
  }
  return {
    kept: false,
    email,
    person: {
      first_name,
      middle_name: middle_name ?? "",
      last_name,
      ...phoneParts(phone_number),
      correspondence_address: address ? addressFormValues(address) : {},
    },
    finder: addressStates({ correspondence_address: address ? addressFormValues(address) : {} }),
  };
}

const ADDRESSES = ["correspondence_address"];

/** Saves what is posted about the one who signed in, and leads to the next step. */
export async function saveAboutYou(request: Request, person_id: string, next: string) {
  const form = await readForm(request);
  const address = await answerAddressFinder(form, ADDRESSES);
  const submission = await parseForm(form, aboutYouForm);
  if (address.pressed) {
    const lastResult = unvalidatedReply(submission, address.problems);
    const status = lastResult.status === "error" ? 400 : 200;
    return data({ finder: address.finder, lastResult }, { status });
  }
  const { correspondence_address } = submission.payload;
  const shown = { finder: { ...addressStates({ correspondence_address }), ...address.finder } };
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 400 : 200;
    const lastResult = withErrors(submission, form, ADDRESSES, address);
    return data({ ...shown, lastResult }, { status });
  }
  try {
    await updatePerson(db, person_id, submission.value);
  } catch (error) {
    // The name that the specification has for it.
    report(error, { what: "Update user failed" });
    const failed = submission.reply({ formErrors: [tryAgainText(error)] });
    const lastResult = withChosenAddress(failed, form, address);
    return data({ ...shown, lastResult }, { status: 500 });
  }
  return redirect(next, { status: 303 });
}
