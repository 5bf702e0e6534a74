import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pluralise } from "#app/domain/shared/format.ts";
import { readAccess, recordReview } from "#app/domain/staff/access-reviews.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";

const TITLE = "Confirm access review";

export const handle: PageHandle = { title: TITLE };

const FAILURE = "There was an error while saving the review";

/** Records that the roles have been reviewed, and stores the roles that the page showed. */
const server = confirmPage({
  needs: "change_staff",
  ids: () => null,
  async read() {
    const { staff, mark } = await readAccess(db);
    return {
      people: pluralise(staff.length, "person", "people"),
      refusal: null,
      confirmed: { mark },
    };
  },
  confirmed: z.object({ mark: hidden.text() }),
  title: () => TITLE,
  failure: FAILURE,
  back: () => paths.admin.accessReview(),
  opener: () => "confirm-review",
  form: () => "access-review",
  run: (trx, confirmed, { actor }) => recordReview(trx, { actor, confirmed }),
  words: {
    done: { title: "Review saved" },
    failed: "Review not saved",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ConfirmReview() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Confirm review">
      {({ people }) => (
        <p>
          You’ve reviewed the roles of {people}. Each person still needs their roles, and no one who
          has left has a role. We’ll save the review with today’s date, your name and this list.
        </p>
      )}
    </RecordDialog>
  );
}
