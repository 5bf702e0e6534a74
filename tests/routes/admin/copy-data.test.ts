import { expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { confirmFields } from "./fields.ts";
import { open, postAndReadFlash } from "./pages.ts";

const { db } = useTestDatabase();

test("a copy of a person’s data is not requested if their email address has changed since the page was opened", async () => {
  const ada = await signIn(db, { type: "admin" });
  const { id } = await signIn(db);
  const path = `/admin/users/${id}/copy-data`;
  const shown = confirmFields((await open(path, ada)).html);
  await db.updateTable("users").set({ email: "new@example.test" }).where("id", "=", id).execute();
  const refused = await postAndReadFlash(path, ada, shown);
  expect(refused.flash).toMatchObject({
    title: "Copy not requested",
    description:
      "This person’s email address has changed since you opened this page. Check the details and confirm again.",
  });
  const copies = () =>
    db.selectFrom("data_copies").select("id").where("user_id", "=", id).execute();
  expect(await copies()).toEqual([]);
  await postAndReadFlash(path, ada, confirmFields((await open(path, ada)).html));
  expect(await copies()).toHaveLength(1);
});
