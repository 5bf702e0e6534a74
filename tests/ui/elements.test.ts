import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const send = vi.fn<(to: string | URL) => Promise<Response>>();
let health: () => Promise<Response>;
let submissions: [action: string | null, button: string | undefined][] = [];
const page = (content: string) => `<!doctype html><title>Sign in</title>
  <div id="app">${content}<a href="/privacy">Privacy</a></div>
  <dialog id="network-message"><p id="network-problem" tabindex="-1">Network error</p><button value="again">Try again</button>
  <button value="anyway">Send anyway</button><button value="close">Close</button></dialog>`;
const FORM = `<main><h1 tabindex="-1">Sign in</h1><form id="sign-in" method="post" action="/sign-in">
  <input name="email" value="ada@example.test"><button type="submit" name="again" value="yes">Send</button>
  <button type="submit" name="intent" value="add" formaction="/sign-in#row-2">Add</button></form></main>`;
let dom: JSDOM;

const healthyAnswer = () =>
  Promise.resolve(new Response(null, { headers: { "X-Service": "alive" } }));
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  send.mockReset();
  submissions = [];
  health = healthyAnswer;
});
afterEach(() => {
  // Closing the window cancels pending animation frames, which would fail in a later test without a
  // document.
  dom.window.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a form on a plain page", () => {
  test("two presses of a button submit the form once with that button, after the service has answered a health check (A-037)", async () => {
    await open(page(FORM));
    press("Send");
    press("Send");
    expect(submissions).toEqual([]);
    await settled();
    expect(submissions).toEqual([["/sign-in", "yes"]]);
    expect(button("Send").getAttribute("aria-disabled")).toBe("true");
    press("Add");
    await settled();
    expect(submissions).toHaveLength(1);
  });

  test("a form can be submitted again after ten seconds without an answer (A-037)", async () => {
    vi.useFakeTimers();
    await open(page(FORM));
    press("Send");
    await vi.advanceTimersByTimeAsync(9_900);
    press("Send");
    expect(submissions).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(button("Send").hasAttribute("aria-disabled")).toBe(false);
    press("Send");
    await vi.advanceTimersByTimeAsync(0);
    expect(submissions).toHaveLength(2);
  });

  test.each<[what: string, answer: () => Promise<Response>]>([
    ["a network outage", unreachable],
    ["a Wi-Fi login page", () => Promise.resolve(new Response("Log in"))],
    ["a proxy error", () => Promise.resolve(new Response("Bad Gateway", { status: 502 }))],
  ])(
    "a form is not submitted during %s, but can be once the service answers (V-002)",
    async (_what, answer) => {
      health = answer;
      await open(page(FORM));
      press("Add");
      await settled();
      expect(focused()).toBe("Network error");
      expect(fields()[0]!.value).toBe("ada@example.test");
      press("Try again");
      await settled();
      expect(submissions).toEqual([]);
      health = healthyAnswer;
      press("Try again");
      await settled();
      expect(submissions).toEqual([["/sign-in#row-2", "add"]]);
    },
  );

  test("“Send anyway” submits the form without a network, and Close cancels the submit (V-002)", async () => {
    health = unreachable;
    await open(page(FORM));
    press("Send");
    await settled();
    press("Close");
    expect(submissions).toEqual([]);
    press("Send");
    await settled();
    press("Send anyway");
    expect(submissions).toEqual([["/sign-in", "yes"]]);
  });

  test("a form is submitted if the service answers the health check with any status (V-002)", async () => {
    health = () =>
      Promise.resolve(new Response(null, { status: 503, headers: { "X-Service": "alive" } }));
    await open(page(FORM));
    press("Send");
    await settled();
    expect(submissions).toHaveLength(1);
  });

  test("a form for another site is submitted without a health check", async () => {
    health = unreachable;
    await open(page(FORM.replace('"/sign-in"', '"https://pay.example/"')));
    press("Send");
    expect(submissions).toEqual([["https://pay.example/", "yes"]]);
  });
});

describe("a link on a plain page", () => {
  const followed: string[] = [];
  const openWithLinks = async () => {
    followed.length = 0;
    await open(page(FORM));
    dom.window.addEventListener("click", (event) => {
      if (event.defaultPrevented || !(event.target instanceof dom.window.HTMLAnchorElement)) return;
      event.preventDefault();
      followed.push(event.target.pathname);
    });
  };
  const follow = () => document.querySelector<HTMLElement>("a[href='/privacy']")?.click();

  test("a link opens without a health check if the form is unchanged", async () => {
    health = unreachable;
    await openWithLinks();
    follow();
    expect(followed).toEqual(["/privacy"]);
  });

  test("a link away from a changed form opens once the service answers (V-002)", async () => {
    health = unreachable;
    await openWithLinks();
    fields()[0]!.value = "ada@other.test";
    follow();
    await settled();
    expect(followed).toEqual([]);
    expect(focused()).toBe("Network error");
    health = healthyAnswer;
    press("Try again");
    await settled();
    expect(followed).toEqual(["/privacy"]);
  });

  test("“Open anyway” opens a link without a network (V-002)", async () => {
    health = unreachable;
    await openWithLinks();
    fields()[0]!.value = "ada@other.test";
    follow();
    await settled();
    press("Open anyway");
    expect(followed).toEqual(["/privacy"]);
  });
});

describe("focus on the page that answers a submit", () => {
  test("the focus is on the error summary when the page opens", async () => {
    await open(page(`<p class="error-summary" tabindex="-1">Wrong</p>${FORM}`));
    expect(focused()).toBe("Wrong");
  });

  test("the focus is on the legend of an added row when the page opens (G-040)", async () => {
    const row = `<fieldset id="row-2"><legend tabindex="-1">Row 2</legend></fieldset>`;
    await open(page(FORM + row), "https://app.example/sign-in#row-2");
    expect(focused()).toBe("Row 2");
  });
});

describe("a page restored by Back (A-032)", () => {
  const isHidden = () => document.documentElement.hasAttribute("data-unchecked");
  const openAsAda = () =>
    open(page(FORM), undefined, () => {
      Object.assign(document.body.dataset, { reader: "ada", session: "/session" });
    });
  const restore = async (typist?: string) => {
    await openAsAda();
    if (typist) dom.window.history.replaceState({ reader: typist }, "");
    dom.window.dispatchEvent(new dom.window.Event("pagehide"));
    expect(isHidden()).toBe(true);
    dom.window.dispatchEvent(new dom.window.PageTransitionEvent("pageshow", { persisted: true }));
    await settled();
  };

  test("a restored page is shown if the same user is still signed in", async () => {
    send.mockResolvedValue(new Response("ada"));
    await restore();
    expect(isHidden()).toBe(false);
  });

  test.each([
    ["the session has ended", () => Promise.resolve(new Response(""))],
    ["another user is signed in", () => Promise.resolve(new Response("eve"))],
    ["the service does not answer", unreachable],
  ])("a restored page stays hidden if %s", async (_why, answer) => {
    send.mockImplementation(answer);
    await restore();
    expect(isHidden()).toBe(true);
  });

  test.each([
    ["shown if the same user typed into it", "ada", false],
    ["hidden if another user typed into it", "eve", true],
  ])("a restored page is %s", async (_result, typist, hidden) => {
    send.mockResolvedValue(new Response("ada"));
    await restore(typist);
    expect(isHidden()).toBe(hidden);
  });

  test("typing adds the user to the history entry and keeps the router's state", async () => {
    await openAsAda();
    dom.window.history.replaceState({ idx: 2 }, "");
    const input = document.querySelector("input");
    input?.dispatchEvent(new dom.window.Event("input", { bubbles: true }));
    expect(dom.window.history.state).toEqual({ idx: 2, reader: "ada" });
  });
});

describe("the address-finder element (AMB-C17)", () => {
  const FOUND = {
    suggestions: [
      { id: "GB|1", type: "Address", text: '1 "Alder" Road', description: "Leeds" },
      { id: "GB|2", type: "Street", text: "Alder <Court>", description: "" },
    ],
  };

  test("address-finder searches once after three characters and a pause of 700 ms, and announces the results (V-042 to V-044)", async () => {
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

    // Typing the same text again sends no request (V-044).
    await type("LS6 2AB");
    await vi.advanceTimersByTimeAsync(700);
    expect(send).toHaveBeenCalledTimes(1);
    expect(status()).toBe("2 addresses found");
  });

  test("address-finder shows a street’s addresses on the same page and focuses the first one (V-046)", async () => {
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

  test("the “Find” button focuses existing results, or submits a changed query to the server (V-042)", async () => {
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
    await vi.advanceTimersByTimeAsync(0);
    expect(submissions).toEqual([["/sign-in#group", "address.find:home"]]);
  });

  test("address-finder explains what to do if it finds no address, and shows no message if the request fails (C-080)", async () => {
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

  test("address-finder searches for text typed before the script loaded", async () => {
    vi.useFakeTimers();
    send.mockResolvedValue(Response.json(FOUND));
    await open(page(finder()), undefined, () => {
      fields()[0]!.focus();
      fields()[0]!.value = "LS6 2AC";
    });
    await vi.advanceTimersByTimeAsync(700);
    expect(status()).toBe("2 addresses found");
  });

  test("Enter in address-finder submits the form with the “Find” button (V-029)", async () => {
    await open(page(finder()));
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    fields()[0]!.dispatchEvent(new dom.window.KeyboardEvent("keydown", enter));
    await settled();
    expect(submissions).toEqual([["/sign-in#group", "address.find:home"]]);
  });

  test("address-finder focuses its search box and announces the results on the page that answers a submit", async () => {
    const answered = finder().replace("<p role=status></p>", "<p role=status>No addresses</p>");
    await open(page(answered), "https://app.example/sign-in#group");
    expect(document.activeElement?.id).toBe("home-query");
    expect(status()).toBe("\u00a0");
    await vi.waitFor(() => expect(status()).toBe("No addresses"));
  });

  test("address-finder leaves the focus on the error summary after a submit with errors", async () => {
    const wrong = `<p class="error-summary" tabindex="-1">Wrong</p>`;
    const answered = finder().replace(`data-goes-on="home-query"`, "");
    await open(page(wrong + answered), "https://app.example/sign-in#group");
    expect(focused()).toBe("Wrong");
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

describe("other custom elements", () => {
  test("scripts-say shows the text in data-words, or its existing text if it has no data-words", async () => {
    await open(
      page(`<scripts-say data-words="Typed">Sent</scripts-say><scripts-say>Both</scripts-say>`),
    );
    expect(document.getElementById("app")?.textContent).toBe("TypedBothPrivacy");
  });

  test("press-at-once submits its form once, even if the element is moved", async () => {
    const submit = vi.fn();
    await open(page(`<press-at-once>${FORM}</press-at-once>`), undefined, () => {
      document.querySelector("form")!.submit = submit;
    });
    document.getElementById("app")?.append(document.querySelector("press-at-once")!);
    expect(submit).toHaveBeenCalledOnce();
  });

  test("passing-banner removes its parameter from the URL, and closes by its link (B-013)", async () => {
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

  test("bot-token delays the submit until reCAPTCHA has loaded and returned a token (B-057)", async () => {
    const token = `<bot-token data-site-key="key" data-script-url="https://captcha.example/api.js" data-action="sign_in">
      <input type="hidden" name="recaptcha_token"></bot-token>`;
    await open(page(FORM.replace("</form>", `${token}</form>`)));
    let token_sent = "";
    dom.window.addEventListener("submit", () => (token_sent = fields()[1]!.value));
    press("Send");
    await settled();
    expect(submissions).toEqual([]);
    Object.assign(dom.window, {
      grecaptcha: {
        ready: (callback: () => void) => callback(),
        execute: (key: string, { action }: { action: string }) => Promise.resolve(key + action),
      },
    });
    document.querySelector("script[src]")?.dispatchEvent(new dom.window.Event("load"));
    await vi.waitFor(() => expect(submissions).toHaveLength(1));
    expect(token_sent).toBe("keysign_in");
  });

  test.each([
    ["create", "We couldn’t create a passkey. Try again, or set up an authenticator app instead."],
    ["get", "We couldn’t use your passkey. Try again, or choose another way to sign in."],
  ])(
    "pass-key suggests a different way if the browser refuses to %s a passkey",
    async (does, text) => {
      await open(
        page(`<pass-key data-does="${does}" data-options="{}"><form hidden>
        <input type="hidden" data-credential=""><p data-when="failed" role="status"></p>
        <button>Continue</button></form></pass-key>`),
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
      expect(submissions).toEqual([]);
    },
  );

  test("hubspot-form shows a message if its script fails to load (G-066)", async () => {
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

async function open(html: string, url = "https://app.example/sign-in", before = () => {}) {
  dom = new JSDOM(html, { url, pretendToBeVisual: true });
  const { window } = dom;
  const names = [
    ...["window", "document", "customElements", "location", "history"],
    ...[
      "HTMLElement",
      "HTMLFormElement",
      "HTMLButtonElement",
      "HTMLInputElement",
      "HTMLSelectElement",
      "HTMLTextAreaElement",
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
  vi.stubGlobal("fetch", (to: string | URL) => (to === "/healthz" ? health() : send(to)));
  vi.resetModules();
  before();
  await import("#app/ui/elements/index.ts");
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { submitter, target } = event;
    const action = submitter?.getAttribute("formaction");
    submissions.push([
      action ?? (target instanceof window.HTMLFormElement ? target.getAttribute("action") : null),
      submitter instanceof window.HTMLButtonElement ? submitter.value : undefined,
    ]);
  });
}

const focused = () => document.activeElement?.textContent;
const fields = () => [...document.querySelectorAll<HTMLInputElement>("input, select")];

function button(name: string) {
  const all = [...document.querySelectorAll("button")];
  return all.find(({ textContent }) => textContent === name)!;
}
const press = (name: string) => button(name).click();
