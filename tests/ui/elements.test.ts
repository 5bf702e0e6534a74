import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { errorTexts } from "#app/observability/errors.ts";

const send = vi.fn<(to: URL, init: { body: URLSearchParams }) => Promise<Response>>();
const page = (
  content: string,
) => `<!doctype html><title>Sign in</title><div id="app">${content}</div>
  <dialog id="network-message"><h2 tabindex="-1"></h2><button>Try again</button><button>Close</button></dialog>`;
const FORM = `<main><h1 tabindex="-1">Sign in</h1><form id="sign-in" method="post" action="/sign-in">
  <input name="email" value="ada@example.test"><button type="submit" name="again" value="yes">Send</button>
  <button type="submit" name="intent" value="add" formaction="/sign-in#row-2">Add</button></form></main>`;
let dom: JSDOM;

beforeEach(() => void send.mockReset());
afterEach(() => {
  // Its frames would go on for a second, and find no document in whatever test runs by then.
  dom.window.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("22 send-forms", () => {
  test("A-037 posts once what is pressed twice, with its button, and is busy meanwhile", async () => {
    send.mockReturnValue(new Promise(() => undefined));
    await open(page(FORM));
    press("Send");
    press("Send");
    expect(posts()).toEqual([
      ["https://app.example/sign-in", "email=ada%40example.test&again=yes"],
    ]);
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      headers: { "X-Fetched-Form": "true" },
      redirect: "error",
    });
    expect(button("Send").getAttribute("aria-disabled")).toBe("true");
  });

  test("what is refused takes the page's place; its summary is heard, and its form can be sent", async () => {
    send.mockResolvedValueOnce(
      answer(page(`<p class="error-summary" tabindex="-1">Wrong</p>${FORM}`)),
    );
    send.mockReturnValue(new Promise(() => undefined));
    await open(page(FORM));
    press("Send");
    await vi.waitFor(() => expect(focused()).toBe("Wrong"));
    press("Send");
    expect(posts()).toHaveLength(2);
  });

  test("G-040 a row that a button added is heard by its legend", async () => {
    const row = `<fieldset id="row-2"><legend tabindex="-1">Row 2</legend></fieldset>`;
    send.mockResolvedValueOnce(answer(page(FORM + row)));
    await open(page(FORM));
    press("Add");
    await vi.waitFor(() => expect(focused()).toBe("Row 2"));
    expect(posts()).toEqual([
      ["https://app.example/sign-in#row-2", expect.stringMatching(/intent=add$/)],
    ]);
  });

  test("an answer without a summary is heard by its heading", async () => {
    send.mockResolvedValueOnce(
      answer(page("<main><h1 tabindex='-1'>Check your email</h1></main>")),
    );
    await open(page(FORM));
    press("Send");
    await vi.waitFor(() => expect(focused()).toBe("Check your email"));
  });

  test.each<[what: string, answer: () => Promise<Response>, said: string]>([
    ["no network", () => Promise.reject(new TypeError("Failed to fetch")), errorTexts.network],
    ["a Wi-Fi's page", () => Promise.resolve(new Response(page("Log in"))), errorTexts.network],
    ["a refusal", () => Promise.resolve(answer("", 429)), errorTexts["too-many"]],
  ])(
    "V-002 %s: the page stays and says so, and tries again with the same button",
    async (...row) => {
      const [, failing, said] = row;
      send.mockImplementation(failing);
      await open(page(FORM));
      press("Send");
      await vi.waitFor(() => expect(focused()).toBe(said));
      expect(document.querySelector("input")?.value).toBe("ada@example.test");
      press("Try again");
      await vi.waitFor(() => expect(posts()).toHaveLength(2));
      expect(posts()[1]).toEqual(posts()[0]);
    },
  );

  test.each([
    ["another site's", FORM.replace('"/sign-in"', '"https://pay.example/"')],
    ["a search", FORM.replace('"post"', '"get"')],
    ["one with files", FORM.replace("<form", '<form enctype="multipart/form-data"')],
  ])("leaves %s to the browser", async (_what, form) => {
    await open(page(form));
    let isStopped = true;
    dom.window.addEventListener("submit", (event) => {
      isStopped = event.defaultPrevented;
      event.preventDefault();
    });
    press("Send");
    expect(isStopped).toBe(false);
    expect(send).not.toHaveBeenCalled();
  });
});

describe("AMB-C17 address-finder", () => {
  const FOUND = {
    suggestions: [
      { id: "GB|1", type: "Address", text: '1 "Alder" Road', description: "Leeds" },
      { id: "GB|2", type: "Street", text: "Alder <Court>", description: "" },
    ],
  };

  test("V-042 V-043 asks after three characters and 700 ms of rest, once, and says what was found", async () => {
    vi.useFakeTimers();
    send.mockResolvedValue(Response.json(FOUND));
    await open(page(finder()));
    await type("LS");
    await vi.advanceTimersByTimeAsync(1_000);
    await type("LS6");
    await vi.advanceTimersByTimeAsync(600);
    await type("LS6 2AB ");
    await vi.advanceTimersByTimeAsync(699);
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(send.mock.calls.map(([to]) => String(to))).toEqual([
      "/addresses/search?query=LS6+2AB&country=FR",
    ]);
    expect(status()).toBe("2 addresses found");
    expect(radios()).toEqual([["home.choice", "GB|1", '1 "Alder" Road, Leeds']]);
    expect(button("Show the addresses in Alder <Court>").value).toBe("address.open:home:GB|2");

    // V-044
    await type("LS6 2AB");
    await vi.advanceTimersByTimeAsync(700);
    expect(send).toHaveBeenCalledTimes(1);
    expect(status()).toBe("2 addresses found");
  });

  test("V-046 a container is opened in its place, and focus goes to the first within", async () => {
    vi.useFakeTimers();
    send.mockResolvedValueOnce(Response.json(FOUND));
    send.mockResolvedValueOnce(
      Response.json({ suggestions: FOUND.suggestions.slice(0, 1), container: "GB|2" }),
    );
    await open(page(finder()));
    await type("LS6 2AB");
    await vi.advanceTimersByTimeAsync(700);
    press("Show the addresses in Alder <Court>");
    await vi.advanceTimersByTimeAsync(0);
    expect(String(send.mock.calls[1]?.[0])).toBe(
      "/addresses/search?query=LS6+2AB&country=FR&container=GB%7C2",
    );
    expect(document.activeElement?.id).toBe("home-choice");
    expect(document.querySelector<HTMLInputElement>("[name='home.container']")?.value).toBe("GB|2");
  });

  test("V-042 the button leads to what typing has found, and a tick stays; another query asks the server", async () => {
    vi.useFakeTimers();
    send.mockResolvedValueOnce(Response.json(FOUND));
    send.mockReturnValue(new Promise(() => undefined));
    await open(page(finder()));
    await type("LS6 2AB");
    await vi.advanceTimersByTimeAsync(700);
    press("Find");
    expect(document.activeElement?.id).toBe("home-choice");
    const found = document.querySelector<HTMLInputElement>("#home-choice")!;
    found.checked = true;
    press("Find");
    await vi.advanceTimersByTimeAsync(700);
    expect(send).toHaveBeenCalledTimes(1);
    expect(found.isConnected && found.checked).toBe(true);

    await type("LS6 2AC");
    press("Find");
    expect(send).toHaveBeenCalledTimes(2);
    expect(String(send.mock.calls[1]?.[0])).toBe("https://app.example/sign-in#group");
  });

  test("C-080 nothing found, or no answer: what to do is said, or the button is left", async () => {
    vi.useFakeTimers();
    send.mockResolvedValueOnce(Response.json({ suggestions: [] }));
    send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await open(page(finder()));
    await type("ZZ1");
    await vi.advanceTimersByTimeAsync(700);
    expect(status()).toBe("No addresses found");
    expect(document.querySelector<HTMLElement>("#why")?.hidden).toBe(false);
    expect(fields()[0]!.getAttribute("aria-describedby")).toBe("why");
    await type("ZZ1 1");
    await vi.advanceTimersByTimeAsync(700);
    expect(status()).toBe("");
    expect(document.querySelector<HTMLElement>("#why")?.hidden).toBe(true);
    expect(fields()[0]!.hasAttribute("aria-describedby")).toBe(false);
  });

  test("what was typed before the script had come is looked up", async () => {
    vi.useFakeTimers();
    send.mockResolvedValue(Response.json(FOUND));
    await open(page(finder()), undefined, undefined, () => {
      fields()[0]!.focus();
      fields()[0]!.value = "LS6 2AC";
    });
    await vi.advanceTimersByTimeAsync(700);
    expect(status()).toBe("2 addresses found");
  });

  test("V-029 Enter presses its button, and the answer puts focus where it leads to and says it", async () => {
    const answered = finder().replace("<p role=status></p>", "<p role=status>No addresses</p>");
    send.mockResolvedValueOnce(answer(page(answered)));
    await open(page(finder()));
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    fields()[0]!.dispatchEvent(new dom.window.KeyboardEvent("keydown", enter));
    expect(posts()).toEqual([
      ["https://app.example/sign-in#group", expect.stringMatching(/intent=address.find%3Ahome$/)],
    ]);
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("home-query"));
    expect(status()).toBe("\u00a0");
    await vi.waitFor(() => expect(status()).toBe("No addresses"));
  });

  test("where its answer is an error the summary is heard", async () => {
    const wrong = `<p class="error-summary" tabindex="-1">Wrong</p>`;
    const answered = finder().replace(`data-goes-on="home-query"`, "");
    send.mockResolvedValueOnce(answer(page(wrong + answered)));
    await open(page(finder()));
    press("Find");
    await vi.waitFor(() => expect(focused()).toBe("Wrong"));
  });

  test("what is typed while the answer is on its way stays", async () => {
    let letGo = (_: Response) => {};
    send.mockReturnValueOnce(new Promise<Response>((resolve) => (letGo = resolve)));
    await open(page(finder()));
    press("Find");
    fields()[1]!.value = "Ada";
    letGo(answer(page(finder().replace("LS", "LS6 2AB"))));
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("home-query"));
    expect(fields().map(({ value }) => value)).toEqual(["LS6 2AB", "Ada", "FR"]);
  });

  const finder =
    () => `<main><h1 tabindex="-1">About you</h1><form id="f" method="post" action="/sign-in">
    <fieldset id="group"><address-finder data-field="home" data-country="GB" data-search="/addresses/search"
      data-first-found="home-choice" data-goes-on="home-query" data-answers="0">
      <div class="address-finder-search"><input id="home-query" name="home.query" value="LS">
        <button type="submit" name="intent" value="address.find:home" formaction="/sign-in#group">Find</button></div>
      <p role=status></p><p id="why" class="address-finder-not-found" hidden>Check it</p>
      <div class="address-finder-results"></div><input name="first_name" value="Sam">
      <select name="home.country_code"><option>GB<option selected>FR</select></address-finder></fieldset></form></main>`;
  const status = () => document.querySelector("[role=status]")?.textContent;
  const radios = () =>
    [...document.querySelectorAll<HTMLInputElement>("[type=radio]")].map(({ name, value, id }) => [
      name,
      value,
      document.querySelector(`label[for=${id}]`)?.textContent,
    ]);

  async function type(text: string) {
    const query = fields()[0]!;
    query.value = text;
    query.dispatchEvent(new dom.window.Event("input", { bubbles: true }));
    await Promise.resolve();
  }
});

describe("AMB-B05 carry-typed", () => {
  const signUp = `<carry-typed data-form="sign-up"><a href="/buy/get-started">I'm buying</a></carry-typed>
    <form id="sign-up"><input name="first_name"><input type="hidden" name="form_key" value="k1">
    <select name="phone_country"><option>GB<option>FR</select></form>`;

  test("brings what was typed to the page of the link, once, and no hidden field", async () => {
    await open(page(signUp), "https://app.example/sell/get-started");
    fields()[0]!.value = "Ada";
    fields()[2]!.value = "FR";
    dom.window.addEventListener("click", (event) => event.preventDefault());
    document.querySelector("a")?.click();
    const { sessionStorage } = dom.window;

    await open(
      page(signUp.replace("k1", "k2")),
      "https://app.example/buy/get-started",
      sessionStorage,
    );
    expect(fields().map(({ value }) => value)).toEqual(["Ada", "k2", "FR"]);
    expect(dom.window.sessionStorage).toHaveLength(0);
  });
});

describe("the other elements", () => {
  test("scripts-say says what is true with scripts, or what it says already", async () => {
    await open(
      page(`<scripts-say data-words="Typed">Sent</scripts-say><scripts-say>Both</scripts-say>`),
    );
    expect(document.getElementById("app")?.textContent).toBe("TypedBoth");
  });

  test("press-at-once sends its form once", async () => {
    send.mockReturnValue(new Promise(() => undefined));
    await open(page(`<press-at-once>${FORM}</press-at-once>`));
    document.getElementById("app")?.append(document.querySelector("press-at-once")!);
    expect(posts()).toHaveLength(1);
  });

  test("B-013 passing-banner goes by its link, and its address is not said again", async () => {
    await open(
      page(
        `<passing-banner data-banner="sign-out"><a href="/sign-in">Dismiss</a></passing-banner>`,
      ),
      "https://app.example/sign-in?sign-out=true&a=1",
    );
    expect(dom.window.location.search).toBe("?a=1");
    document.querySelector("a")?.click();
    expect(document.querySelector<HTMLElement>("passing-banner")?.hidden).toBe(true);
  });

  test("B-057 bot-token holds the form until reCAPTCHA's script has come and has given a token", async () => {
    send.mockReturnValue(new Promise(() => undefined));
    const token = `<bot-token data-site-key="key" data-script-url="https://captcha.example/api.js" data-action="sign_in">
      <input type="hidden" name="recaptcha_token"></bot-token>`;
    await open(page(FORM.replace("</form>", `${token}</form>`)));
    press("Send");
    expect(send).not.toHaveBeenCalled();
    Object.assign(dom.window, {
      grecaptcha: {
        ready: (callback: () => void) => callback(),
        execute: (key: string, { action }: { action: string }) => Promise.resolve(key + action),
      },
    });
    document.querySelector("script[src]")?.dispatchEvent(new dom.window.Event("load"));
    await vi.waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.[1]).toContain("recaptcha_token=keysign_in");
  });

  test.each([
    ["create", "We couldn’t create a passkey. Try again, or set up an authenticator app instead."],
    ["get", "We couldn’t use your passkey. Try again, or choose another way to sign in."],
  ])("pass-key names another way when the browser refuses to %s one (23)", async (does, text) => {
    await open(
      page(`<pass-key data-does="${does}" data-options="{}"><form hidden>
        <input type="hidden" data-credential=""><p data-when="failed" role="status"></p>
        <button>Continue</button></form></pass-key>`),
      undefined,
      undefined,
      () => {
        const PublicKeyCredential = {
          parseCreationOptionsFromJSON: () => ({}),
          parseRequestOptionsFromJSON: () => ({}),
        };
        Object.assign(dom.window, { PublicKeyCredential });
        vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
        const refuse = () => Promise.reject(new Error("NotAllowedError"));
        vi.stubGlobal("navigator", { credentials: { create: refuse, get: refuse } });
      },
    );
    press("Continue");
    const status = () => document.querySelector("[role=status]")?.textContent;
    await vi.waitFor(() => expect(status()).toBe(text));
    expect(send).not.toHaveBeenCalled();
  });

  test("G-066 hubspot-form says that its script has not come", async () => {
    await open(
      page(`<hubspot-form data-script-url="https://forms.example/v2.js"><div id="partner-form"></div>
        <p role="status"></p></hubspot-form>`),
    );
    const script = document.querySelector<HTMLScriptElement>("script[src]");
    expect(script?.src).toBe("https://forms.example/v2.js");
    script?.dispatchEvent(new dom.window.Event("error"));
    expect(document.querySelector("[role=status]")?.textContent).toContain(
      "couldn’t load the form",
    );
  });
});

/** A page of the service in a browser of its own, with the one script of the elements. */
async function open(
  html: string,
  url = "https://app.example/sign-in",
  stored?: Storage,
  before = () => {},
) {
  dom = new JSDOM(html, { url, pretendToBeVisual: true });
  const { window } = dom;
  for (const [key, value] of Object.entries(stored ?? {}))
    window.sessionStorage.setItem(key, String(value));
  const names = [
    ...[
      "window",
      "document",
      "customElements",
      "location",
      "history",
      "sessionStorage",
      "DOMParser",
    ],
    ...[
      "HTMLElement",
      "HTMLFormElement",
      "HTMLButtonElement",
      "HTMLInputElement",
      "HTMLSelectElement",
    ],
    ...["Element", "FormData", "AbortController", "addEventListener", "requestAnimationFrame"],
  ] as const;
  for (const name of names) {
    const value: unknown = Reflect.get(window, name);
    vi.stubGlobal(
      name,
      typeof value === "function" && name === "addEventListener" ? value.bind(window) : value,
    );
  }
  vi.stubGlobal("fetch", send);
  vi.resetModules();
  before();
  await import("#app/ui/elements/index.ts");
}

function answer(html: string, status = 200) {
  const headers = { "X-Leads-To": "", "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, { status, headers });
}

const posts = () => send.mock.calls.map(([to, { body }]) => [to.href, String(body)]);
const focused = () => document.activeElement?.textContent;
const fields = () => [...document.querySelectorAll<HTMLInputElement>("input, select")];

function button(name: string) {
  const all = [...document.querySelectorAll("button")];
  return all.find(({ textContent }) => textContent === name)!;
}
const press = (name: string) => button(name).click();
