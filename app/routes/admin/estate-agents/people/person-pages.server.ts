import type { LoaderFunctionArgs } from "@remix-run/node";
import { PERSON_KINDS, type PersonKind } from "#app/domain/estate-agents/parts.ts";
import {
  addPerson,
  COORDINATORS,
  deletePerson,
  type Kept,
  type KeptMany,
  NEGOTIATORS,
  type PersonPlace,
  readPerson,
  readPersonToSave,
  savePerson,
  VALUERS,
} from "#app/domain/estate-agents/people.server.ts";
import { fullName } from "#app/domain/fields/names.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { addPage, changePage, deletePage } from "../../kit/dialog-pages.server.ts";
import { findEstateAgent } from "../estate-agent.server.ts";
import { FAILURES } from "../view.ts";
import { deleteTitle, doneText, PERSON_LABELS, kindAt } from "./person-dialogs.tsx";

/** The loaders and actions of the dialogs about the people of an office. */

const urls = paths.admin.estateAgentPart;
const DELETE = {
  valuer: urls.deleteValuer,
  negotiator: urls.deleteNegotiator,
  coordinator: urls.deleteCoordinator,
};

const common = {
  ids({ id = "", valuerId, negotiatorId }: LoaderFunctionArgs["params"]): PersonPlace {
    return { estate_agent_id: id, person_id: valuerId ?? negotiatorId ?? id };
  },
  failures: FAILURES,
  back: ({ estate_agent_id }: PersonPlace) => paths.admin.estateAgent(estate_agent_id),
};

/** The id of the link that opens a dialog. */
function opener(verb: string, kind: PersonKind) {
  return ({ person_id }: PersonPlace) => `${verb}-${kind === "coordinator" ? kind : person_id}`;
}

function editPage<Person extends object>(kept: Kept<Person>) {
  const { kind, form } = kept;
  return {
    ...common,
    schema: form,
    labels: Object.fromEntries(
      PERSON_KINDS[kind].questions.map((question) => [question, PERSON_LABELS[question]]),
    ),
    save: (person: Person, edit: Edit, place: PersonPlace) =>
      savePerson(db, kept, place, person, edit),
    done: doneText(kind, "saved"),
    opener: opener("edit", kind),
  };
}

function removePage<Person extends object>(kept: Kept<Person>) {
  const { kind } = kept;
  return {
    ...common,
    read: (place: PersonPlace) => readPerson(db, kept, place),
    remove: (edit: Edit, place: PersonPlace) => deletePerson(db, kept, place, edit),
    done: doneText(kind, "deleted"),
    here: (place: PersonPlace) => DELETE[kind](place.estate_agent_id, place.person_id),
    opener: opener("delete", kind),
  };
}

function pagesOf<Person extends { first_name: string; last_name: string | null }>(
  kept: KeptMany<Person>,
) {
  const { kind, form } = kept;
  return {
    kind,
    add: addPage({
      needs: "keep_firms",
      ...common,
      form: (place) => `${kind} of ${place.estate_agent_id}`,
      readOwner: (place) => findEstateAgent(place.estate_agent_id),
      schema: form,
      create: (trx, person, by, place) => addPerson(trx, kept, place.estate_agent_id, person, by),
      done: doneText(kind, "added"),
      opener: () => `add-${kind}`,
    }),
    edit: changePage({
      needs: "keep_firms",
      ...editPage(kept),
      read: (place) => readPerson(db, kept, place),
      title: (person) => `Edit ${kind} ${fullName(person)}`,
    }),
    delete: deletePage({
      needs: "keep_firms",
      ...removePage(kept),
      title: (person) => `${deleteTitle(kind)} ${fullName(person)}`,
    }),
  };
}

const PAGES = { valuer: pagesOf(VALUERS), negotiator: pagesOf(NEGOTIATORS) };

/** Those of the kind that the address names. */
export const pagesAt = (request: Request) => PAGES[kindAt(new URL(request.url).pathname)];

export const coordinatorPages = {
  edit: changePage({
    needs: "keep_firms",
    ...editPage(COORDINATORS),
    read: (place) => readPersonToSave(db, COORDINATORS, place),
    title: () => "Office coordinator",
  }),
  delete: deletePage({
    needs: "keep_firms",
    ...removePage(COORDINATORS),
    title: () => deleteTitle("coordinator"),
  }),
};
