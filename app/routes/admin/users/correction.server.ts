import type { LoaderFunctionArgs } from "@remix-run/node";
import { adminDate } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  type CorrectablePerson,
  CorrectPartyForm,
  CorrectUserForm,
  listOrderedChecks,
  readPersonToCorrect,
} from "#app/domain/people/correct-person.server.ts";
import {
  correctPersonWithLetters,
  listLettersOfPerson,
} from "#app/domain/participants/letters-of-person.server.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { LETTERS_FIELD } from "../transactions/letter-ticks.tsx";
import { letterTick } from "../transactions/letter-tick.server.ts";
import { PERSON_LABELS } from "./correct-form.tsx";

/**
 * Makes the page that corrects a person’s details. It opens over the person’s own page, or over a
 * tab of a matter (AMB-K03).
 */
export function correctionPage(
  kind: CorrectablePerson["kind"],
  person: (params: LoaderFunctionArgs["params"]) => CorrectablePerson,
  back: (params: LoaderFunctionArgs["params"], request: Request) => string,
) {
  return changePage({
    needs: "handle",
    ids: (params, request) => ({ person: person(params), to: back(params, request) }),
    read: ({ person }, reader) => readPersonToCorrect(db, reader, person),
    async readExtra({ person }, reader) {
      const checks = await listOrderedChecks(db, reader, person);
      const letters = await listLettersOfPerson(db, reader, person);
      return {
        letters: letters.map(letterTick),
        signs_in: person.kind === "user",
        checked_on: checks.map(({ created_at }) => adminDate(created_at)),
      };
    },
    title: (record) => `Correct ${fullName(record)}’s details`,
    schema: kind === "user" ? CorrectUserForm : CorrectPartyForm,
    labels: PERSON_LABELS,
    save: (corrected, edit, { person }, form) =>
      correctPersonWithLetters(db, person, corrected, {
        ...edit,
        letters: form.getAll(LETTERS_FIELD).map(String),
      }),
    done: "Details corrected",
    failures: {
      read: "There was an error while reading this person’s details",
      write: "There was an error while correcting this person’s details",
    },
    back: ({ to }) => to,
    opener: ({ person }) => `correct-${person.id}`,
  });
}
