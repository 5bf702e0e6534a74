import { useActionData, useLoaderData } from "@remix-run/react";
import {
  listTagOptions,
  readTags,
  TagsForm,
  updateTags,
} from "#app/domain/transactions/tags.server.ts";
import { paths } from "#app/paths.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { listProps } from "#app/ui/forms/field-props.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { FETCH_FAILURE } from "./failures.ts";

const TITLE = "Edit tags";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  read: (id, reader) => readTags(db, reader, id),
  readExtra: (id, reader) => listTagOptions(db, reader, id),
  title: () => TITLE,
  schema: TagsForm,
  labels: { tags: "Tags" },
  save: (tags, edit, id) => updateTags(db, id, tags, edit),
  done: "Tags saved",
  failures: {
    read: FETCH_FAILURE,
    write: "There was an error while saving the tags",
  },
  back: (id) => paths.admin.transaction(id),
  opener: () => "edit-tags",
});
export const loader = server.loader;
export const action = server.action;

/** Edits the tags of a matter. Staff choose from the tags in the settings (J-033, AMB-J10). */
export default function EditTags() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const options = (page.extra ?? []).map((tag) => ({ value: tag, label: tag }));
  return (
    <FormDialog<{ tags: string[] }> id="tags" title={TITLE} page={page} result={result}>
      {(fields) =>
        options.length > 0 ? (
          <Checkboxes {...listProps(fields.tags)} legend="Tags" options={options} />
        ) : (
          <p>No tags have been set up yet.</p>
        )
      }
    </FormDialog>
  );
}
