import { expect, test } from "./support/fixtures.ts";
import { NARROW } from "./support/inspector.ts";
import { signInStaff } from "./support/staff.ts";
import { listStaffPages } from "./support/staff-addresses.ts";

const halves = [
  {
    name: "the pages of transactions (I-002, I-003, K-009, K-011, K-013)",
    has: (path: string) => path.startsWith("/admin/transactions"),
  },
  {
    name: "all other pages (I-008 to I-016, I-025)",
    has: (path: string) => !path.startsWith("/admin/transactions"),
  },
];

for (const { name, has } of halves) {
  test(`staff pages pass all inspections at 320 px (WCAG 1.4.10), ${name} @scripts`, async ({
    page,
    context,
    db,
    inspect,
  }) => {
    await signInStaff(db, context);
    // Tests only the narrow width, because each page’s journey tests the desktop width and the page
    // without scripts.
    await page.setViewportSize(NARROW);
    const pages = (await listStaffPages(db)).filter(has);
    expect(pages.length).toBeGreaterThan(10);
    for (const path of pages) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(path === "/admin/nothing-here" ? 404 : 200);
        await inspect(page);
      });
    }
  });
}
