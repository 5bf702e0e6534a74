import { expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const PATH = "/admin/config";

const facts = (html: string) =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, text]) => [
    visibleText(term!),
    visibleText(text!),
  ]);

test("/admin/config shows the five settings read-only (I-025 I-075 to I-080 AMB-I01 AMB-I06 WF-07.4)", async () => {
  const ada = await signIn(db, { type: "admin" });
  await db
    .updateTable("admin_config")
    .set({
      benchmark_in_days: 121,
      invoicing_amount_pence: 123_450,
      tags: ["probate", "chain"],
      end_reasons: ["Seller withdrew", "Died"],
      thirdfort_v2_switchover_date: "2026-03-09",
    })
    .execute();
  const { status, html } = await open(PATH, ada);
  expect(status).toBe(200);
  expect(facts(html)).toEqual([
    ["Benchmark in days", "121"],
    ["Invoicing amount", "£1,234.50"],
    ["Tags", "probate, chain"],
    ["Reasons for ending a matter", "Seller withdrew, Died"],
    ["Thirdfort v2 switchover date", "09/03/2026"],
  ]);
  expect(html.split("<main")[1]).not.toMatch(/<form|<input|<button/);
});

test("/admin/config shows “Not provided” for settings without a value (I-076 to I-079)", async () => {
  const ada = await signIn(db, { type: "admin" });
  await db
    .updateTable("admin_config")
    .set({ tags: [], thirdfort_v2_switchover_date: null })
    .execute();
  expect(facts((await open(PATH, ada)).html)).toEqual(
    expect.arrayContaining([
      ["Tags", "Not provided"],
      ["Thirdfort v2 switchover date", "Not provided"],
    ]),
  );
});

test("/admin/config logs one text and shows another if the settings cannot be read (I-081 I-082 AMB-I07)", async () => {
  const ada = await signIn(db, { type: "admin" });
  expectError(/Error fetching admin config/);
  await withoutTable(db, "admin_config", async () => {
    const { status, text } = await open(PATH, ada);
    expect(status).toBe(500);
    expect(text).toContain("Unable to get admin config. Please try again.");
    expect(text).not.toContain("Error fetching");
  });
});
