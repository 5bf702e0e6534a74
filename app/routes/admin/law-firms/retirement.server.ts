import { z } from "zod";
import {
  countMattersOf,
  readRetirement,
  type Retirable,
  setRetired,
} from "#app/domain/solicitors/retirement.server.ts";
import { db } from "#db/connection.ts";
import { confirmPage, hidden } from "../kit/confirm-page.server.ts";

/** The page that retires a law firm or a lawyer group, or brings it back when it is retired (AMB-K03). */
export function retirementPage({
  type,
  back,
  failure,
}: {
  type: Retirable["type"];
  back: (id: string) => string;
  failure: string;
}) {
  return confirmPage({
    ids: ({ id = "" }) => id,
    async read(id) {
      const { name, retired_at } = await readRetirement(db, { type, id });
      const matters = await countMattersOf(db, { type, id });
      const retire = retired_at === null;
      return { name, matters, retire, refusal: null, confirmed: { retire } };
    },
    confirmed: z.object({ retire: hidden.yes() }),
    title: ({ name, retire }) => (retire ? `Retire ${name}` : `Bring ${name} back`),
    failure,
    back,
    opener: () => "retire",
    run: (trx, { retire }, { actor }, id) =>
      setRetired(trx, { type, id }, { retired: retire, actor }),
    words: (_id, { retire }) => ({
      done: { title: retire ? "Retired" : "Brought back" },
      failed: retire ? "Not retired" : "Not brought back",
      failure,
    }),
  });
}
