import type { Submission } from "@conform-to/dom";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import {
  createGroup,
  findGroupByName,
  GroupNotCreatedError,
  nameTaken,
} from "#app/domain/groups/create-group.server.ts";
import {
  deleteGroupDraft,
  type DraftPlace,
  type GroupDraft,
} from "#app/domain/groups/group-draft.server.ts";
import type { GroupForm } from "#app/domain/groups/group-form.server.ts";
import { type GroupPayment, readGroupPayment } from "#app/domain/groups/group-payment.server.ts";
import { CREATION_FAILURES } from "#app/domain/groups/labels.ts";
import { type Problems, readParts } from "#app/domain/groups/read-new-group.server.ts";
import { onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { errorReply } from "../../kit/change.server.ts";
import { draftMark, groupFormName } from "./group-view.server.ts";

type Typed = z.output<typeof GroupForm>;

type Post = {
  form: FormData;
  submission: Submission<Typed>;
  draft: GroupDraft;
  place: DraftPlace;
  actor: Actor;
};

/** Stands above the errors of the parts, in the specification's words (P-023). */
const INVALID = "Validation failed. Please check all required fields.";

/** "Save and Continue": makes the group, once, or says what is missing (P-021). */
export async function saveGroup(post: Post) {
  const { form, submission, draft, place, actor } = post;
  const read = readParts(draft);
  const problems = "problems" in read ? read.problems : {};
  const typed = submission.status === "success" ? submission.value : null;
  const taken = typed && (await findGroupByName(db, typed.name));
  if (taken) problems.name = [nameTaken(typed.name)];
  if (!typed || !("parts" in read) || taken) return invalid(submission, problems);
  if (formText(form, "mark") !== draftMark(draft)) return changedElsewhere(submission);
  const group = { ...typed, ...read.parts };
  const payment = await findPayment(typed);
  const key = formText(form, "form_key");
  const once = { form: groupFormName(place.draft_id), key, body: place.draft_id };
  try {
    const location = await onceInTransaction(db, once, async (trx) => {
      const id = await createGroup(trx, group, { actor, payment });
      await deleteGroupDraft(trx, place);
      return paths.admin.transactionsGroupCreated({ group: id });
    });
    return redirect(location, 303);
  } catch (error) {
    return refused(submission, error);
  }
}

/** What Stripe cannot say now is not known: the units are unpaid (AMB-E14). */
async function findPayment({ stripe_transaction_id }: Typed): Promise<GroupPayment | null> {
  if (!stripe_transaction_id) return null;
  const what = "There was an error while looking up the payment of a group";
  const payment = await nullIfFailed(readGroupPayment(stripe_transaction_id), { what });
  return payment ?? { stripe_transaction_id, status: null, paid_at: null };
}

function invalid(submission: Submission<Typed>, problems: Problems) {
  const lastResult = submission.reply({ formErrors: [INVALID], fieldErrors: problems });
  const error = inPageOrder(lastResult.error ?? {});
  return data({ lastResult: { ...lastResult, error }, failed: null }, { status: 400 });
}

const PAGE_ORDER = ["", "name", "representative", "units", "company", "stripe_transaction_id"];

/** Conform puts fields in the order of the alphabet, "units[10]" before "units[2]"; the page has another. */
function inPageOrder<Texts>(errors: Record<string, Texts>): Record<string, Texts> {
  const place = (field: string) => {
    const [name = "", index = "-1"] = field.split(/[[\]]/);
    return PAGE_ORDER.indexOf(name) * 1_000 + Number(index);
  };
  const sorted = Object.entries(errors).sort(([one], [other]) => place(one) - place(other));
  return Object.fromEntries(sorted);
}

function changedElsewhere(submission: Submission<Typed>) {
  const message =
    "This group was changed in another tab or on another device. Check what you see here, and save again";
  const lastResult = submission.reply({ formErrors: [message] });
  return data({ lastResult, failed: null }, { status: 409 });
}

/** The names under which a failure is reported, where the specification has others for it (P-051, P-052). */
const REPORTED_AS = {
  ...CREATION_FAILURES,
  company: "Error creating company",
  units: "Create manual transactions failed",
};

/** What can be put right is said at its field; for the rest there is the error screen (P-056). */
function refused(submission: Submission<Typed>, error: unknown) {
  if (error instanceof DomainError && !(error instanceof GroupNotCreatedError)) {
    const { lastResult, status } = errorReply(submission, error, {
      failure: CREATION_FAILURES.processing,
    });
    return data({ lastResult, failed: null }, { status });
  }
  const step = error instanceof GroupNotCreatedError ? error.step : "processing";
  report(error instanceof GroupNotCreatedError ? error.cause : error, { what: REPORTED_AS[step] });
  const failed = shownMessage(error, CREATION_FAILURES.processing);
  return data({ lastResult: null, failed }, { status: 500 });
}
