import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { InPlace } from "../shared/in-place.tsx";
import { HAND_OVER_FIELDS } from "./hand-over-fields.ts";
import type { loader } from "./hand-over.tsx";

/** Renders the link to the form that gives a matter to another handler. */
export function HandOverLink({ id, label }: { id: string; label: string }) {
  const to = paths.admin.handOver(id);
  return (
    <InPlace<typeof loader> needs="handle" id="hand-over" to={to} kind="quiet" label={label}>
      {({ problem, record, extra }) =>
        record ? (
          <Form method="post" action={to} className="form" preventScrollReset>
            <input type="hidden" name="opened" value={JSON.stringify(record)} />
            <SelectField
              {...HAND_OVER_FIELDS.handler_id}
              id="to-handler"
              name="handler_id"
              options={(extra ?? []).filter(({ value }) => value !== record.handler_id)}
            />
            <TextArea {...HAND_OVER_FIELDS.note} id="to-handler-note" name="note" />
            <SubmitButton>Hand over</SubmitButton>
          </Form>
        ) : (
          <p>{problem}</p>
        )
      }
    </InPlace>
  );
}
