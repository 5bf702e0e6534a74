import { expect, test } from "vitest";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { paths } from "#app/paths.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { insertLawFirm } from "#tests/support/solicitors.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

const colleague = (first_name: string, roles: readonly StaffRole[]) =>
  signIn(db, { type: "admin", first_name, last_name: "Marsh", roles });

const main = (html: string) => html.split("<main")[1] ?? "";

test.each(["handler", "lead", "finance", "read_only"] as const)(
  "a colleague with the role %s sees the names, roles and emails of staff, but no sign-in details (ST-19)",
  async (role) => {
    const bea = await colleague("Bea", [role]);
    const cy = await colleague("Cy", ["handler", "finance"]);
    const { email } = await db
      .selectFrom("users")
      .select("email")
      .where("id", "=", cy.id)
      .executeTakeFirstOrThrow();
    const { status, html, text } = await open(paths.admin.staff(), bea);
    expect(status).toBe(200);
    expect(text).toContain("Cy Marsh");
    expect(text).toContain("Finance, Handler");
    expect(html).toContain(`mailto:${email}`);
    expect(main(html)).not.toMatch(/Second factor|Last seen|Sessions|Access review|admin\/staff\//);
  },
);

test("the list of staff shows a deactivated colleague to administrators only (ST-19)", async () => {
  const bea = await colleague("Bea", ["handler"]);
  const gone = await colleague("Gil", ["handler"]);
  await db
    .updateTable("users")
    .set({ active: false, deactivated_at: new Date() })
    .where("id", "=", gone.id)
    .execute();
  expect((await open(paths.admin.staff(), bea)).text).not.toContain("Gil Marsh");
  const ada = await colleague("Ada", ["administrator"]);
  expect((await open(paths.admin.staff(), ada)).text).toContain("Gil Marsh");
});

test("the pages of a colleague who has no role contain only the link to the back office (ST-19)", async () => {
  const { html } = await open(paths.admin.transactions(), await colleague("Nia", []));
  const links = [...html.matchAll(/href="(\/admin[^"]*)"/g)].map(([, to]) => to);
  expect(new Set(links)).toEqual(new Set([paths.admin.home()]));
  expect(html).not.toContain("search-box");
});

test("a lead can retire a law firm, but a handler cannot (ST-19)", async () => {
  const firm = await insertLawFirm(db);
  const page = paths.admin.lawFirm(firm);
  const retire = paths.admin.retireLawFirm(firm);
  const bea = await colleague("Bea", ["handler"]);
  expect((await open(page, bea)).html).not.toContain(retire);
  expect((await open(retire, bea)).status).toBe(403);
  const lee = await colleague("Lee", ["lead"]);
  expect((await open(page, lee)).html).toContain(retire);
  expect((await open(retire, lee)).status).toBe(200);
});
