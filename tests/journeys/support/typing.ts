import type { Page } from "@playwright/test";
import { readFormKey } from "#app/http/form-key.server.ts";
import { agedKey } from "#tests/support/aged-key.ts";

/**
 * The bot check takes whoever is faster than three seconds for a program. Nobody waits for them: the form becomes one that
 * was opened ten seconds ago. One journey types as long as a person does (WF-06.8).
 */
export async function takeTime(page: Page) {
  const field = page.locator("input[name=form_key]").first();
  const key = await field.inputValue();
  const form = ["sign-up", "sign-in"].find((name) => readFormKey(name, key));
  if (!form) throw new Error(`${page.url()} has no form that asks for a link`);
  await field.evaluate((input: HTMLInputElement, aged) => {
    input.value = aged;
  }, agedKey(form));
}
