import { redirect } from "@remix-run/node";
import { phoneParts } from "#app/domain/fields/phone.server.ts";
import { pick } from "#app/domain/fields/questions.ts";
import { type AboutYou, aboutYouForm } from "#app/domain/people/person-forms.server.ts";
import { USER_COLUMNS } from "#app/domain/people/questions.ts";
import { type Person, type PersonChange, updatePerson } from "#app/domain/people/person.server.ts";
import { addressFormValues, addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { readForm, showAgain, typedFields } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { readStashedForm, redirectToStep } from "#app/routes/stashed-form.server.ts";
import { db } from "#db/connection.ts";
import { tryAgainText, type AnyMatter, type Journey, openStep } from "./open-step.server.ts";
import { TypedPerson } from "./people-list.server.ts";

/**
 * The step of sellers and buyers alike: who a person is, known already to whoever comes with a second matter (C-009).
 */
export async function openAboutYou<Last extends string, Matter extends AnyMatter>(
  journey: Journey<Last, Matter>,
  request: Request,
) {
  const { person, query } = await openStep(journey, request, "about-you");
  return { ...(await shownPerson(request, person)), query };
}

/** Saves what is posted about the one who signed in, and leads to the next step. */
export async function respondToAboutYou<Last extends string, Matter extends AnyMatter>(
  journey: Journey<Last, Matter>,
  request: Request,
) {
  const { person, query } = await openStep(journey, request, "about-you");
  return saveAboutYou(request, person, journey.urls["about-the-property"](query));
}

async function shownPerson(request: Request, known: Person) {
  const stash = await readStashedForm(request, known.id);
  const person = stash ? TypedPerson.parse(typedFields(stash.form)) : asTyped(known);
  const { correspondence_address } = person;
  return {
    stashed: stash?.stashed ?? false,
    email: known.email,
    person,
    finder: { ...addressStates({ correspondence_address }), ...stash?.finder },
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

/** Saves every answer: one that the record does not know does not compile. */
function toChange(answers: AboutYou & Record<Exclude<keyof AboutYou, keyof PersonChange>, never>) {
  return answers satisfies PersonChange;
}

async function saveAboutYou(request: Request, known: Person, next: string) {
  const form = await readForm(request);
  const read = await parseAddressForm(form, "correspondence_address", aboutYouForm(known));
  const shown = { finder: read.finder };
  const step = read.pressed && (await redirectToStep(request, known.id, form, read.pressed));
  if (step) return step;
  if (read.again) return showAgain(read.again, shown);
  const { submission, address } = read;
  try {
    await updatePerson(db, known.id, toChange(submission.value));
  } catch (error) {
    // The name that the specification has for it.
    report(error, { what: "Update user failed" });
    const failed = submission.reply({ formErrors: [tryAgainText(error)] });
    return showAgain(withChosenAddress(failed, form, address), shown, 500);
  }
  return redirect(next, { status: 303 });
}
