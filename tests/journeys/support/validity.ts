import { expect, type BrowserContext, type Response } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { appUrl } from "./environment.ts";
import { isNew, shapeOf } from "./seen.ts";

/** Settings are the same for every page, and putting them together takes a quarter of what a page takes. */
class SameForAll extends StaticConfigLoader {
  private config: ReturnType<StaticConfigLoader["getConfigFor"]> | null = null;

  override getConfigFor(handle: string) {
    this.config ??= super.getConfigFor(handle);
    return this.config;
  }
}

/** Whether a page is valid HTML: rules of the standard, and none of spelling. docs/decisions/pages.md says why. */
const validator = new HtmlValidate(
  new SameForAll({
    root: true,
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // How React writes: <meta charSet="…"/>, selected="". HTML has it so too.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      // A telephone number may break where its line ends.
      "tel-non-breaking": "off",
      // React's useId makes ids like ":R1:"; HTML forbids only spaces.
      "valid-id": ["error", { relaxed: true }],
      // JAWS drops the description of a fieldset of text inputs unless its role is said.
      "no-redundant-role": "off",
      // The summary of what is wrong stands before the h1.
      "heading-level": ["error", { minInitialRank: "h2" }],
      // What there is no native element for: a box that scrolls sideways is a region, a combobox has a listbox.
      "prefer-native-element": ["error", { exclude: ["region", "listbox"] }],
      // Advice, not the standard's: an input without a type is a text.
      "no-implicit-input-type": "off",
      "prefer-button": "off",
      // The boxes of one question have one name.
      "form-dup-name": ["error", { shared: ["radio", "button", "reset", "submit", "checkbox"] }],
      // Advice for search engines, which see no page of staff: those are called after addresses, however long.
      "long-title": "off",
      // Scripts and styles come from our own address.
      "require-sri": "off",
    },
  }),
);

/** The rules that a document breaks, and where. */
export async function invalidIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "-"})`),
  );
}

/** Looks at every page of ours that a browser is shown, as the server sends it. */
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

/** A page of a double is a picture of the vendor's. */
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

/** What a browser has left before it was read, it keeps no more. */
async function read(response: Response) {
  const html = await response.text().catch(() => "");
  return { url: response.url(), html };
}
