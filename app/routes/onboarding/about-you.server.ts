import { redirect } from "@remix-run/node";
import { readStash } from "#app/auth/stash.server.ts";
import { phoneParts } from "#app/domain/fields/phone-parts.server.ts";
import { aboutYouForm } from "#app/domain/people/person.server.ts";
import { type Person, updatePerson } from "#app/domain/people/update-person.server.ts";
import {
  addressStates,
  handleAddressFinder,
  unvalidatedReply,
  addressFormValues,
  withErrors,
  withChosenAddress,
} from "#app/forms/address-finder.server.ts";
import { parseForm, readForm, showAgain } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { tryAgainText } from "./failures.server.ts";
import { type AnyMatter, type Journey, openStep } from "./open-step.server.ts";
import { TypedPerson } from "./people-list.server.ts";

/** The step of sellers and buyers alike: who somebody is, known already to whoever comes with a second matter (C-009). */
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
  const { customer, query } = await openStep(journey, request, "about-you");
  return saveAboutYou(request, customer.id, journey.urls["about-the-property"](query));
}

async function shownPerson(request: Request, person: Person) {
  const stashed = await readStash(db, request, person.id);
  const { first_name, middle_name, last_name, email, phone_number } = person;
  const address = person.correspondence_address;
  if (stashed) {
    const typed = TypedPerson.parse((await parseForm(stashed, aboutYouForm)).payload);
    const { correspondence_address } = typed;
    return {
      stashed: true,
      email,
      person: typed,
      finder: addressStates({ correspondence_address }),
    };
  }
  return {
    stashed: false,
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

async function saveAboutYou(request: Request, person_id: string, next: string) {
  const form = await readForm(request);
  const address = await handleAddressFinder(form, ADDRESSES);
  const submission = await parseForm(form, aboutYouForm);
  if (address.pressed) {
    const { finder, problems } = address;
    return showAgain(unvalidatedReply(submission, problems), { finder });
  }
  const { correspondence_address } = submission.payload;
  const shown = { finder: { ...addressStates({ correspondence_address }), ...address.finder } };
  if (submission.status !== "success") {
    return showAgain(withErrors(submission, form, ADDRESSES, address), shown);
  }
  try {
    await updatePerson(db, person_id, submission.value);
  } catch (error) {
    // The name that the specification has for it.
    report(error, { what: "Update user failed" });
    const failed = submission.reply({ formErrors: [tryAgainText(error)] });
    return showAgain(withChosenAddress(failed, form, address), shown, 500);
  }
  return redirect(next, { status: 303 });
}
