import { expect, type BrowserContext, type Response } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { appUrl } from "./environment.ts";
import { isNew, shapeOf } from "./inspected-states.ts";

/**
 * Caches the validator’s configuration, because computing it takes a quarter of the time for a
 * page.
 */
class SameForAll extends StaticConfigLoader {
  private config: ReturnType<StaticConfigLoader["getConfigFor"]> | null = null;

  override getConfigFor(handle: string) {
    this.config ??= super.getConfigFor(handle);
    return this.config;
  }
}

/**
 * HTML validator that applies the standard’s rules, but no rules of style
 * (docs/decisions/every-page-is-valid-html.md).
 */
const validator = new HtmlValidate(
  new SameForAll({
    root: true,
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // React writes <meta charSet="…"/> and selected="", which HTML allows.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      "tel-non-breaking": "off",
      // React’s useId creates ids like ":R1:". HTML forbids only spaces.
      "valid-id": ["error", { relaxed: true }],
      // JAWS does not read the description of a fieldset of text inputs unless the fieldset has an
      // explicit role.
      "no-redundant-role": "off",
      // The error summary comes before the h1.
      "heading-level": ["error", { minInitialRank: "h2" }],
      // No native element exists for a scrolling region or for the listbox of a combobox.
      "prefer-native-element": ["error", { exclude: ["region", "listbox"] }],
      "no-implicit-input-type": "off",
      "prefer-button": "off",
      "form-dup-name": ["error", { shared: ["radio", "button", "reset", "submit", "checkbox"] }],
      // This rule is advice for search engines, which see no staff page.
      "long-title": "off",
      "require-sri": "off",
    },
  }),
);

export async function invalidIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "-"})`),
  );
}

/** Validates each of our pages that the browser loads, as the server sent it. */
export function watchDocuments(context: BrowserContext) {
  const documents: Promise<{ url: string; html: string }>[] = [];
  context.on("response", (response) => {
    if (isPage(response)) documents.push(read(response));
  });
  return {
    expectValid: async () => {
      const complaints: string[] = [];
      for (const { url, html } of await Promise.all(documents)) {
        if (!html || !isNew("valid", shapeOf(html))) continue;
        complaints.push(...(await invalidIn(html)).map((complaint) => `${url}: ${complaint}`));
      }
      expect(complaints, "what is not valid HTML").toEqual([]);
    },
  };
}

const ofDoubles = /^\/mocks\/(?:stripe|hubspot|post-box)\//;

function isPage(response: Response) {
  const { origin, pathname } = new URL(response.url());
  return (
    origin === appUrl &&
    response.request().resourceType() === "document" &&
    response.headers()["content-type"]?.startsWith("text/html") &&
    !ofDoubles.test(pathname)
  );
}

/** Returns the response’s URL and HTML, which is empty if the browser left the page too early. */
async function read(response: Response) {
  const html = await response.text().catch(() => "");
  return { url: response.url(), html };
}
