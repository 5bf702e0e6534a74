import type { Db } from "#db/connection.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { visibleText } from "#tests/ui/render.tsx";

export async function signInEditors(db: Db) {
  return {
    ada: await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" }),
    tom: await signIn(db, { type: "admin", first_name: "Tomasin", last_name: "Okonjo" }),
  };
}

export const toPath = (id: string) => `/admin/estate-agents/${id}`;

export function listDifferences(html: string) {
  return [...html.matchAll(/<fieldset class="field conflict-form-field.*?<\/fieldset>/gs)].map(
    ([field]) => {
      const chosen =
        /value="(theirs|yours)"[^>]*checked=""|checked=""[^>]*value="(theirs|yours)"/.exec(field);
      return [visibleText(field), chosen?.[1] ?? chosen?.[2] ?? null];
    },
  );
}
