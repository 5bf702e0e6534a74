import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { brandInUse, deleteBrand, readBrand } from "#app/domain/estate-agents/brands.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { answerConfirm } from "../kit/confirm.server.ts";
import { readVersion } from "../kit/conflict.server.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { ProblemDialog } from "../kit/problem-dialog.tsx";
import { DELETE_FAILURE, FETCH_FAILURE } from "./failures.ts";

const TITLE = "Delete brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    async read() {
      const { brand_name, agents } = await readBrand(db, id);
      return { brand_name, refusal: agents > 0 ? brandInUse(agents) : null };
    },
    title: ({ brand_name }) => `${TITLE} ${brand_name}`,
    failure: FETCH_FAILURE,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const opened = readVersion(await readForm(request));
  return answerConfirm({
    run: () => deleteBrand(db, id, { actor, opened }),
    done: { to: paths.admin.brands(), title: "Brand deleted" },
    failed: { to: paths.admin.brands(), title: "Error" },
    failure: DELETE_FAILURE,
    here: paths.admin.deleteBrand(id),
  });
}

export default function DeleteBrand() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const back = paths.admin.brands();
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const { brand_name, refusal } = record;
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId={`delete-${id}`}
      fields={refusal ? null : { opened: JSON.stringify({ brand_name }) }}
      confirm={`Delete ${brand_name}`}
      warning
    >
      {refusal ? (
        <Notification kind="warning" title={refusal} />
      ) : (
        <p>
          <strong>{brand_name}</strong> will be gone from the list of brands. No estate agent uses
          it. Nobody is written to.
        </p>
      )}
    </ConfirmDialog>
  );
}
