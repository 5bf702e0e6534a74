import { useLocation, useParams } from "@remix-run/react";
import type { ComponentProps } from "react";
import { paths } from "#app/paths.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { placeIn, PlaceFields } from "./place-fields.tsx";

/**
 * Renders a form about a conversation. It leads back to the conversation, in the view and list of
 * the inbox from which it was opened. With a version, the form is refused if a colleague was
 * faster.
 */
export function InboxDialog<Values extends Record<string, unknown>>({
  page,
  version,
  children,
  ...dialog
}: ComponentProps<typeof FormDialog<Values>> & { version?: number | undefined }) {
  const { search } = useLocation();
  const { id = "" } = useParams();
  return (
    <FormDialog<Values>
      {...dialog}
      page={{ ...page, back: paths.admin.conversation(id) + placeIn(search) }}
    >
      {(fields) => (
        <>
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <PlaceFields />
          {children(fields)}
        </>
      )}
    </FormDialog>
  );
}
