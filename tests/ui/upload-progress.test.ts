import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const PATH = "/dashboard/sell/65a000000000000000000001/documents";
const page = (main: string, title = "Documents") =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main>${main}</main></body></html>`;
const FORM = `<h1 tabindex="-1">Documents</h1>
  <form method="post" enctype="multipart/form-data" action="${PATH}">
    <input type="hidden" name="request" value="65a000000000000000000002">
    <input type="file" name="files" multiple>
    <button type="submit" name="intent" value="send">Upload</button>
    <upload-progress><progress max="100" value="0" hidden></progress><p role="status"></p></upload-progress>
  </form>`;

/** XMLHttpRequest whose answer the test decides. */
class Request {
  static sent: Request[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  responseXML: Document | null = null;
  responseURL = "";
  fields: [string, FormDataEntryValue][] = [];
  address: string[] = [];
  open(...address: string[]) {
    this.address = address;
  }
  send(fields: FormData) {
    this.fields = [...fields];
    Request.sent.push(this);
  }
  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  answer(html: string, url = `http://localhost:3000${PATH}`) {
    this.responseXML = new dom.window.DOMParser().parseFromString(html, "text/html");
    this.responseURL = url;
    this.onload?.();
  }
}

let dom: JSDOM;
let native: number;

beforeEach(() => {
  Request.sent = [];
  native = 0;
});
afterEach(() => {
  dom.window.close();
  vi.unstubAllGlobals();
});

async function show({ isApp = false, files = ["lease.pdf"] } = {}) {
  dom = new JSDOM(page(FORM), { url: `http://localhost:3000${PATH}`, pretendToBeVisual: true });
  const { window } = dom;
  if (isApp) window.document.documentElement.dataset.react = "true";
  const FormDataWithFiles = class extends window.FormData {
    constructor(form?: HTMLFormElement) {
      super(form);
      this.delete("files");
      for (const name of files) this.append("files", new window.File(["%PDF"], name));
    }
  };
  for (const [name, value] of Object.entries({
    ...{ window, document: window.document, location: window.location },
    ...{ HTMLElement: window.HTMLElement, File: window.File, FormData: FormDataWithFiles },
    ...{ HTMLButtonElement: window.HTMLButtonElement, XMLHttpRequest: Request },
    ...{ scrollTo: vi.fn(), requestAnimationFrame: vi.fn() },
  })) {
    vi.stubGlobal(name, value);
  }
  vi.resetModules();
  const { UploadProgress } = await import("#app/ui/elements/upload-progress.ts");
  window.customElements.define("upload-progress", UploadProgress);
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) native += 1;
    event.preventDefault();
  });
}

const press = () => dom.window.document.querySelector("button")?.click();
const status = () => dom.window.document.querySelector("[role=status]")?.textContent;
const bar = () => dom.window.document.querySelector("progress")!;

describe("the upload element", () => {
  test("sends the form’s fields, files and button once, and shows the progress", async () => {
    await show();
    press();
    press();
    expect(native).toBe(0);
    expect(Request.sent).toHaveLength(1);
    const [sending] = Request.sent;
    expect(sending!.address).toEqual(["POST", `http://localhost:3000${PATH}`]);
    expect(sending!.fields.map(([name]) => name)).toEqual(["request", "files", "intent"]);
    expect(dom.window.document.querySelector("button")?.getAttribute("aria-disabled")).toBe("true");
    sending!.progress(50, 100);
    expect([status(), bar().value, bar().hidden]).toEqual(["Uploading: 50%", 50, false]);
    sending!.progress(57, 100);
    expect([status(), bar().getAttribute("value")]).toEqual(["Uploading: 50%", "57"]);
    sending!.progress(61, 100);
    expect(status()).toBe("Uploading: 61%");
    sending!.progress(100, 100);
    expect(status()).toBe("Saving your files…");
  });

  test("shows the answer with its title, and focuses the error summary", async () => {
    await show();
    press();
    const errors = `<div class="error-summary" tabindex="-1">lease.exe isn’t a PDF</div>${FORM}`;
    Request.sent[0]!.answer(page(errors, "Error: Documents"));
    const { document } = dom.window;
    expect(document.title).toBe("Error: Documents");
    expect(document.activeElement?.textContent).toBe("lease.exe isn’t a PDF");
    press();
    expect(Request.sent).toHaveLength(2);
  });

  test("lets the person send the files again after the connection broke", async () => {
    await show();
    press();
    Request.sent[0]!.onerror?.();
    expect(status()).toBe(
      "The upload was interrupted. Check your connection, then upload the files again.",
    );
    expect(bar().hidden).toBe(true);
    press();
    expect(Request.sent).toHaveLength(2);
  });

  test.each([
    ["a form without a file", { files: [""] }],
    ["a page with React", { isApp: true }],
  ])("leaves %s to the browser", async (_, options) => {
    await show(options);
    press();
    expect([Request.sent.length, native]).toEqual([0, 1]);
  });
});
