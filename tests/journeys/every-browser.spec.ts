import type { Page } from "@playwright/test";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertAgent, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import { openEarly } from "./support/delayed-scripts.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectPath, press, question, openProperty } from "./support/seller.ts";
import { signInStaff, uniqueName } from "./support/staff.ts";

/** Tests pages in browsers with extensions, slow networks and missing features. */

const otherIds = (page: Page) =>
  page.locator("#app").evaluate((app) =>
    [...app.querySelectorAll("[id]")].flatMap((element) => {
      const name = Object.keys(element).find((key) => key.startsWith("__reactProps$"));
      const own: unknown = name && Reflect.get(Reflect.get(element, name), "id");
      return own === undefined || own === element.id
        ? []
        : [`${element.id} is ${JSON.stringify(own)}`];
    }),
  );

const MEDDLERS: Record<string, () => void> = {
  "a node at the start of the body": () => document.body.prepend(document.createElement("div")),
  "a node to the head": () => document.head.append(document.createElement("meta")),
  "attributes to html and body": () => {
    document.documentElement.dataset.extension = "on";
    document.body.setAttribute("cz-shortcut-listen", "true");
  },
};

for (const [what, meddle] of Object.entries(MEDDLERS)) {
  test(`typed values are kept if a browser extension adds ${what} before the scripts arrive @scripts`, async ({
    page,
    context,
    person,
    db,
    anotherBrowser,
  }) => {
    await signInCustomer(db, context, person);
    await openProperty(page);
    const letIn = await openEarly(page, "/sell/about-the-property");
    await page.evaluate(meddle);
    const price = page.getByLabel("What is your asking price?");
    await price.fill("495000");
    await price.evaluate((input) => input.setAttribute("data-first", ""));
    letIn();
    await expect(page.getByText("We’ll save your answers as you go.")).toBeVisible();
    await expect(price).toHaveValue(/^495,?000$/);
    await expect(price).toBeFocused();
    await expect(price).toHaveAttribute("data-first", "");
    expect(await otherIds(page)).toEqual([]);
    await question(page, "Is there another seller?").getByLabel("Yes").check();
    await press(page, "Add a seller");
    await expect(page.getByRole("heading", { name: "Add a seller" })).toBeFocused();
    await expect(page).toHaveTitle(/^Add a seller - /);

    const staff = await anotherBrowser();
    await signInStaff(db, staff);
    const other = await staff.newPage();
    const letInStaff = await openEarly(other, "/admin/estate-agents/add");
    await other.evaluate(meddle);
    await other.getByLabel("Office name").fill("Northgate Selby");
    await other.getByLabel("Search transactions and users").fill("Alder");
    letInStaff();
    await expect(other.getByRole("combobox", { name: /^Search/ })).toHaveValue("Alder");
    await expect(other.getByLabel("Office name")).toHaveValue("Northgate Selby");
    expect(await otherIds(other)).toEqual([]);
  });
}

test("the page works and has all typed values after a click during React’s hydration @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, ...rest: [never, never]) {
      addEventListener.call(this, type, ...rest);
      if (this instanceof Element && this.id === "app" && type === "click") {
        Reflect.set(window, "isPressed", true);
        queueMicrotask(() => document.querySelector("select")?.click());
      }
    };
  });
  await openProperty(page);
  const letIn = await openEarly(page, "/sell/about-the-property");
  const agent = page.getByLabel("Who is your estate agent?");
  await agent.selectOption({ label: "Northgate York" });
  const chosen = await agent.inputValue();
  await page.getByLabel("What is your asking price?").fill("450,000");
  letIn();
  await page.waitForFunction(() => "isPressed" in window);
  await press(page, "Continue");
  await expect(page.locator(".error-summary")).toBeVisible();
  await expect(agent).toHaveValue(chosen);
  await expect(page.getByLabel("What is your asking price?")).toHaveValue("450,000");
});

test("the page’s head is the same after a client-side navigation as after a reload @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  const head = () =>
    page.evaluate(() => ({
      title: document.title,
      canonical: document.querySelectorAll("link[rel=canonical]").length,
      descriptions: document.querySelectorAll("meta[name=description]").length,
      robots: document.querySelector<HTMLMetaElement>("meta[name=robots]")?.content,
    }));
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await question(page, "Is there another seller?").getByLabel("Yes").check();
  await press(page, "Add a seller");
  await expect(page).toHaveTitle(/^Add a seller - /);
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  const moved = await head();
  await page.reload();
  expect(moved).toEqual(await head());
});

test("a dialog opens as a page if the browser does not support dialogs @scripts", async ({
  page,
  context,
  db,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal");
    Reflect.deleteProperty(HTMLDialogElement.prototype, "close");
  });
  await signInStaff(db, context);
  const agent = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  await page.goto(`/admin/estate-agents/${agent}`);
  await page.getByRole("link", { name: /^Edit.* Bob/ }).click();
  await expect(page.getByText("Something went wrong.")).toHaveCount(0);
  const title = page.getByRole("heading", { name: /^Edit/ });
  await expect(title).toBeFocused();
  await expect(page.getByRole("link", { name: /^Edit.* Bob/ })).toHaveCount(0);
  await page.getByLabel("First name").fill("Abe");
  await press(page, "Save");
  await expectPath(page, `/admin/estate-agents/${agent}`);
  await expect(page.getByText("Abe Ridley").first()).toBeVisible();
  await page.getByRole("link", { name: /^Edit.* Abe/ }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectPath(page, `/admin/estate-agents/${agent}`);

  await page.getByRole("link", { name: /^Edit.* Abe/ }).click();
  await page.getByLabel("First name").fill("Ben");
  await page.route("**/healthz", (route) => route.abort("internetdisconnected"));
  await press(page, "Save");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute("**/healthz");
  await press(page, "Try again");
  await expectPath(page, `/admin/estate-agents/${agent}`);
});

test("a dialog that opens late keeps the focus in the field that the user is typing in @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const agent = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  const { id } = (await valuersIn(db, agent))[1]!;
  const letIn = await openEarly(page, `/admin/estate-agents/${agent}/valuers/${id}`);
  const field = page.getByLabel("First name");
  await field.fill("");
  await field.pressSequentially("Rob");
  letIn();
  await expect(page.locator("dialog:modal")).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type("ert");
  await expect(field).toHaveValue("Robert");
});

test("a dialog asks before Escape or Back discards typed values @scripts", async ({
  page,
  context,
  db,
  scan,
}) => {
  await signInStaff(db, context);
  const agent = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  await page.goto(`/admin/estate-agents/${agent}`);
  const edit = page.getByRole("link", { name: /^Edit.* Bob/ });
  const dialog = page.locator("dialog.dialog:modal").first();
  const prompt = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const field = page.getByLabel("First name");

  await edit.click();
  // If the click came before the scripts, it loaded a page. Its dialog opens once they arrive.
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  for (const leave of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
    await edit.click();
    await field.fill("Robert");
    const form = new URL(page.url()).pathname;
    const expectQuestion = async () => {
      await expect(prompt.getByRole("heading")).toBeFocused();
      // The prompt keeps the form’s URL in the browser, also after Back.
      await expectPath(page, form);
    };
    await leave();
    await expectQuestion();
    await scan(page);
    await press(prompt, "Stay on this page");
    await expect(prompt).toHaveCount(0);
    await expect(field).toHaveValue("Robert");
    await expect(field).toBeFocused();
    await leave();
    await expectQuestion();
    await page.keyboard.press("Escape");
    await expect(prompt).toHaveCount(0);
    await expect(field).toHaveValue("Robert");
    await leave();
    await expectQuestion();
    await press(prompt, "Leave without saving");
    await expect(dialog).toHaveCount(0);
    await expectPath(page, `/admin/estate-agents/${agent}`);
  }

  await edit.click();
  await field.fill("Robert");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
});

test("staff pages lose no content if text is twice as large or spaced wider (WCAG 1.4.4, 1.4.12) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.setViewportSize({ width: 1280, height: 800 });
  const paths = ["", `/${id}`, `/${id}/property`];
  for (const path of paths.map((end) => `/admin/transactions${end}`)) {
    await page.goto(path);
    const found = await page.evaluate(() => {
      const withStyle = <Result>(css: string, look: () => Result) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        const result = look();
        document.adoptedStyleSheets = [];
        return result;
      };
      const beyond = () => document.documentElement.scrollWidth - window.innerWidth;
      const clipped = () =>
        [...document.querySelectorAll("main *")]
          .filter((box) => getComputedStyle(box).overflowX === "hidden" && !box.closest(".vh"))
          .filter((box) => box.scrollWidth > box.clientWidth + 1)
          .map((box) => box.textContent);
      const apart = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";
      return {
        large: withStyle("html { font-size: 200% !important }", beyond),
        apart: withStyle(apart, beyond),
        clipped: withStyle(apart, clipped),
      };
    });
    expect(found, path).toEqual({ large: expect.any(Number), apart: 0, clipped: [] });
    expect(found.large, path).toBeLessThanOrEqual(0);
  }
});
