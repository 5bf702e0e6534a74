/**
 * Step with the questions about the customer, for sellers and buyers. Answers from earlier matters
 * are filled in (C-009).
 */

import { redirect } from "@remix-run/node";
import { phoneParts } from "#app/domain/shared/phone.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { type AboutYou, aboutYouForm } from "#app/domain/people/person-forms.server.ts";
import { USER_COLUMNS } from "#app/domain/people/questions.ts";
import { type Person, type PersonChange, updatePerson } from "#app/domain/people/person.server.ts";
import { addressFormValues, addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { readForm, showFormAgain } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import {
  deleteRejectedForm,
  readRejectedForm,
  redirectToStep,
  storeRejectedForm,
} from "#app/routes/rejected-form.server.ts";
import { db } from "#db/connection.ts";
import { tryAgainText } from "./open-step.server.ts";
import { TypedPerson } from "./people-list.server.ts";

const typedOf = ({ id }: Person) => ({ user_id: id, name: "about-you" });

export async function showAboutYou(known: Person) {
  const sent = await readRejectedForm(typedOf(known));
  const person = sent ? TypedPerson.parse(sent.typed) : asTyped(known);
  const { correspondence_address } = person;
  return {
    email: known.email,
    person,
    finder: { ...addressStates({ correspondence_address }), ...sent?.finder },
  };
}

function asTyped(known: Person): TypedPerson {
  const { phone_number, correspondence_address: address } = known;
  return TypedPerson.parse({
    ...pick(known, USER_COLUMNS),
    ...phoneParts(phone_number),
    correspondence_address: address ? addressFormValues(address) : {},
  });
}

/**
 * Returns the answers as a change to the person’s record. An answer without a column is a compile
 * error.
 */
function toChange(answers: AboutYou & Record<Exclude<keyof AboutYou, keyof PersonChange>, never>) {
  return answers satisfies PersonChange;
}

/** Saves the submitted answers and redirects to the next step. */
export async function saveAboutYou(
  request: Request,
  known: Person,
  { here, next }: { here: string; next: string },
) {
  const form = await readForm(request);
  const read = await parseAddressForm(form, "correspondence_address", aboutYouForm(known));
  const shown = { finder: read.finder };
  const { pressed } = read;
  const step =
    pressed && (await redirectToStep(request, typedOf(known), form, { pressed, path: here }));
  if (step) return step;
  if (read.again) {
    await storeRejectedForm(typedOf(known), form);
    return showFormAgain(read.again, shown);
  }
  const { submission, address } = read;
  try {
    await updatePerson(db, known.id, toChange(submission.value));
  } catch (error) {
    // Name of the error in reports, in the specification’s words.
    report(error, { what: "Update user failed" });
    const failed = submission.reply({ formErrors: [tryAgainText(error)] });
    return showFormAgain(withChosenAddress(failed, form, address), shown, 500);
  }
  await deleteRejectedForm(typedOf(known));
  return redirect(next, { status: 303 });
}
