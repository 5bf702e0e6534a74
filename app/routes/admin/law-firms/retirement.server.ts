import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  countMattersOf,
  readRetirement,
  type Retirable,
  setRetired,
} from "#app/domain/solicitors/retirement.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { openDialog } from "../kit/dialog-pages.server.ts";

/** The page that retires a law firm or a lawyer group, or brings it back when it is retired (AMB-K03). */
export function retirementPage(page: {
  type: Retirable["type"];
  back: (id: string) => string;
  failure: string;
}) {
  const { type, back, failure } = page;
  return {
    loader: ({ request, params: { id = "" } }: LoaderFunctionArgs) =>
      openDialog(request, {
        async read() {
          const { name, retired_at } = await readRetirement(db, { type, id });
          const matters = await countMattersOf(db, { type, id });
          const retire = retired_at === null;
          return { name, matters, retire, refusal: null, fields: { retire: retire ? "yes" : "" } };
        },
        title: ({ name, retire }) => (retire ? `Retire ${name}` : `Bring ${name} back`),
        failure,
        back: back(id),
        opener: "retire",
      }),
    action: async ({ request, params: { id = "" } }: ActionFunctionArgs) => {
      const actor = await requireActor(request);
      const retired = formText(await readForm(request), "retire") === "yes";
      const to = back(id);
      return carryOut({
        run: () => setRetired(db, { type, id }, { retired, actor }),
        done: { to, title: retired ? "Retired" : "Brought back" },
        failed: { to, title: retired ? "Not retired" : "Not brought back" },
        failure,
        here: to,
      });
    },
  };
}
