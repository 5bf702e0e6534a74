process.env.DATA_DIR = "/tmp/data-desk";
import { readFileSync } from "node:fs";
process.env.SESSION_SECRET = readFileSync("/tmp/data-desk/secret", "utf8");
const BASE = "http://localhost:4613";
process.env.APP_URL = BASE;
const { db, closeDatabase } = await import("#db/connection.ts");
const { readCookie } = await import("#tests/support/sign-in.ts");
const { chromium } = await import("@playwright/test");
const { sql } = await import("kysely");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const jobs = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as any[];
for (const j of jobs) {
  const user = j.email ? (await db.selectFrom("users").select("id").where("email", "=", j.email).executeTakeFirstOrThrow()).id : j.user;
  let path: string = j.path;
  if (j.sql) path = path.replace("$", ((await sql<{ id: string }>`${sql.raw(j.sql)}`.execute(db)).rows[0] as any).id);
  for (const width of j.widths ?? [1440, 1280, 390]) {
    const ctx = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, reducedMotion: "reduce", javaScriptEnabled: j.js ?? true });
    if (user) {
      const [name, value] = (await readCookie(db, { id: user, type: j.type ?? "admin" })).split(/=(.*)/s);
      await ctx.addCookies([{ name: name!, value: value!, url: BASE }]);
    }
    const page = await ctx.newPage();
    await page.goto(BASE + path);
    await page.waitForLoadState("networkidle");
    for (const t of j.open ?? []) await page.getByText(t).first().click();
    await page.screenshot({ path: `/tmp/ds/${j.out}-${width}.png`, fullPage: true });
    const size = await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight].join('x')");
    console.log(j.out, width, page.url().slice(21), size, await page.title());
    await ctx.close();
  }
}
await browser.close(); await closeDatabase();
