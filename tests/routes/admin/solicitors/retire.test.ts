import { beforeAll, describe, expect, test } from "vitest";
import { listPanel } from "#app/domain/sales/choose-solicitor.server.ts";
import { planSolicitors } from "#app/domain/assignments/plan-solicitors.server.ts";
import {
  listLawyerGroupOptions,
  listSolicitorOptions,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { solicitorsChoice, insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { confirmFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { createMatter } from "../transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const firmPage = (id: string) => `/admin/law-firms/${id}`;
const groupPage = (id: string) => `/admin/lawyer-groups/${id}`;

async function press(page: string) {
  const { html } = await open(`${page}/retire`, ada);
  return send(`${page}/retire`, ada, confirmFields(html));
}

const offered = async (id: string) => ({
  select: (await listSolicitorOptions(db)).some(({ value }) => value === id),
  panel: (await listPanel(db, { tenure: "Freehold", type: "resale" })).some(
    (group) => group.id === id,
  ),
});

async function actingFor(group: string) {
  const { id } = await createMatter(db);
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: group })
    .where("id", "=", id)
    .execute();
  return id;
}

describe.each(["the group", "its firm"])(
  "retiring a lawyer group through %s (AMB-K03)",
  (which) => {
    async function retired() {
      const law_firm_id = await insertLawFirm(db);
      const group = await insertLawyerGroup(db, { law_firm_id, name: "Ashby Selby" });
      const page = which === "the group" ? groupPage(group) : firmPage(law_firm_id);
      const id = await actingFor(group);
      expect(await offered(group)).toEqual({ select: true, panel: true });
      const done = await press(page);
      expect(await flashIn(done)).toMatchObject({ kind: "success", title: "Retired" });
      return { group, page, id };
    }

    test("a retired lawyer group is no longer offered to staff or sellers, and can be restored", async () => {
      const { group, page } = await retired();
      expect(await offered(group)).toEqual({ select: false, panel: false });
      expect((await open(page, ada)).text).toContain("Retired");
      await press(page);
      expect(await offered(group)).toEqual({ select: true, panel: true });
    });

    test("a retired lawyer group stays on its matters, marked as retired", async () => {
      const { group, id } = await retired();
      const { text } = await open(`/admin/transactions/${id}/solicitors`, ada);
      expect(text).toContain("Seller solicitor Panel Retired");
      expect(text).toContain("Ashby Selby, Ashby & Co (Retired)");
      const options = await listLawyerGroupOptions(db);
      expect(options.find(({ value }) => value === group)?.label).toBe(
        "Ashby Selby, Ashby & Co (Retired)",
      );
    });

    test("assigning a retired lawyer group throws “This solicitor has been retired. Select another”", async () => {
      const { group, id } = await retired();
      const chosen = await solicitorsChoice(db, { seller_lawyer_group_id: group });
      await expect(planSolicitors(db, staffReader(), id, chosen)).rejects.toMatchObject({
        message: "This solicitor has been retired. Select another",
        data: { field: "seller_lawyer_group_id" },
      });
    });
  },
);

test("the dialog that retires a lawyer group counts the group’s matters, and says that no emails are sent", async () => {
  const group = await insertLawyerGroup(db);
  await actingFor(group);
  const { text } = await open(`${groupPage(group)}/retire`, ada);
  expect(text).toContain("It will stay assigned to 1 matter");
  expect(text).toContain("No emails are sent");
});

test.each([
  [
    0,
    "Ashby Selby will no longer appear when staff assign solicitors or sellers choose from the panel. You can restore this lawyer group at any time. It is not assigned to any matter. No emails are sent.",
  ],
  [
    1,
    "Ashby Selby will no longer appear when staff assign solicitors or sellers choose from the panel. You can restore this lawyer group at any time. It will stay assigned to 1 matter, marked “Retired”. To replace it on a matter, use “Put right” on the Solicitors tab. No emails are sent.",
  ],
  [
    2,
    "Ashby Selby will no longer appear when staff assign solicitors or sellers choose from the panel. You can restore this lawyer group at any time. It will stay assigned to 2 matters, marked “Retired”. To replace it on a matter, use “Put right” on the Solicitors tab. No emails are sent.",
  ],
])("the dialog that retires a lawyer group on %i matters says “%s”", async (count, sentence) => {
  const group = await insertLawyerGroup(db, { name: "Ashby Selby" });
  for (let n = 0; n < count; n++) await actingFor(group);
  expect((await open(`${groupPage(group)}/retire`, ada)).text).toContain(sentence);
});

test("the dialogs that retire and restore a firm explain that its groups can be restored", async () => {
  const id = await insertLawFirm(db, { name: "Ashby & Co" });
  expect((await open(`${firmPage(id)}/retire`, ada)).text).toContain(
    "You can restore this law firm and all its groups at any time.",
  );
  await press(firmPage(id));
  expect((await open(`${firmPage(id)}/retire`, ada)).text).toContain(
    "Restore Ashby & Co Ashby & Co can be chosen again. No emails are sent.",
  );
});

test("retiring a firm a second time shows that it has already been retired", async () => {
  const id = await insertLawFirm(db);
  const shown = await open(`${firmPage(id)}/retire`, ada);
  await press(firmPage(id));
  const second = await send(`${firmPage(id)}/retire`, ada, confirmFields(shown.html));
  expect(await flashIn(second)).toMatchObject({
    kind: "error",
    description: expect.stringContaining("has already been retired"),
  });
});

test("a lawyer group cannot be added to a retired firm", async () => {
  const id = await insertLawFirm(db);
  await press(firmPage(id));
  expect((await open(firmPage(id), ada)).html).not.toContain(`${firmPage(id)}/lawyer-groups/add"`);
  await expect(insertLawyerGroup(db, { law_firm_id: id })).rejects.toMatchObject({
    message: "This law firm is retired. Restore it first",
  });
});

test("the options for choosing a solicitor name the firm of every group", async () => {
  const law_firm_id = await insertLawFirm(db, { name: "Only Law" });
  const id = await insertLawyerGroup(db, { law_firm_id, name: "Only group" });
  const option = (await listSolicitorOptions(db)).find(({ value }) => value === id);
  expect(option?.label).toBe("Only group, Only Law");
});
