import { setTimeout as pause } from "node:timers/promises";
import { decode } from "html-entities";
import { paths } from "#app/paths.ts";

/**
 * Time after which a form is submitted, because the bot check rejects forms that are submitted
 * sooner.
 */
const TYPING_MS = 3_200;

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export type Page = {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  ms: number;
};

/** A browser without scripts that stores cookies and follows no redirect. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private readonly base: string;
  /** IP address that our proxy would report, different for each visitor. */
  private readonly address = [10, byte(), byte(), byte()].join(".");

  constructor(base: string, cookie?: string) {
    this.base = base;
    if (cookie) this.keep(cookie);
  }

  get cookie() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async get(path: string): Promise<Page> {
    return this.send(path, {});
  }

  async post(path: string, fields: Fields): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(name, value);
    }
    return this.send(path, { method: "POST", body });
  }

  /** @param init a request that a browser would not send, such as one with a foreign origin */
  async send(path: string, { headers, ...init }: RequestInit): Promise<Page> {
    const began = performance.now();
    const response = await fetch(new URL(path, this.base), {
      ...init,
      redirect: "manual",
      headers: {
        Cookie: this.cookie,
        Origin: this.base,
        "X-Forwarded-For": this.address,
        ...Object.fromEntries(new Headers(headers)),
      },
    });
    response.headers.getSetCookie().forEach((cookie) => this.keep(cookie));
    const html = await response.text();
    return {
      status: response.status,
      location: response.headers.get("Location"),
      headers: response.headers,
      html,
      ms: performance.now() - began,
    };
  }

  private keep(cookie: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    this.cookies.set(name, value);
  }
}

function byte() {
  return 1 + Math.floor(Math.random() * 254);
}

export function valueOf({ html }: Pick<Page, "html">, name: string): string {
  const inputs = html.match(/<input[^>]*>/g) ?? [];
  const input = inputs.find((tag) => tag.includes(` name="${name}"`)) ?? "";
  return decode(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
}

const CARRIED = ["form_key", "version", "transaction_id", "purchase_intent_id", "id", "opened"];

export function hiddenFields(page: Pick<Page, "html">): Record<string, string> {
  const carried: Record<string, string> = {};
  for (const name of CARRIED) {
    const value = valueOf(page, name);
    if (value) carried[name] = value;
  }
  return carried;
}

export function readText({ html }: Pick<Page, "html">): string {
  const body = html
    .replace(/<(script|style)\b.*?<\/\1>|<!--.*?-->|<wbr\/>/gs, "")
    .replace(/<[^>]+>/g, " ");
  return decode(body).replace(/\s+/g, " ");
}

export function firstId({ html }: Pick<Page, "html">, address: (id: string) => string): string {
  const [id] = new RegExp(`(?<=href="${address("")})[0-9a-f]{24}`).exec(html) ?? [];
  if (!id) throw new Error(`No page under ${address("")} is linked`);
  return id;
}

/**
 * Opens a form that requests a link, and waits until the bot check would accept the form. Returns
 * the form’s key.
 */
export async function openForm(visitor: Visitor, path: string): Promise<string> {
  const form = await visitor.get(path);
  await pause(TYPING_MS);
  return valueOf(form, "form_key");
}

/** Signs a person in: requests a link, finds it in the doubles’ post-box and opens it. */
export async function signIn(base: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(base);
  const page = await visitor.get(await askForLink(visitor, email));
  const opened = await visitor.post(paths.authenticate(), {
    token: valueOf(page, "token"),
    form_key: valueOf(page, "form_key"),
  });
  if (opened.status !== 303) throw new Error(`The link did not open: ${opened.status}`);
  return visitor;
}

export async function askForLink(visitor: Visitor, email: string): Promise<string> {
  const form_key = await openForm(visitor, paths.signIn());
  const before = await newestEmail(visitor, email);
  const asked = await visitor.post(paths.signIn(), { email, form_key });
  if (asked.status !== 303) throw new Error(`No link was sent to ${email}: ${asked.status}`);

  const id = await newestEmail(visitor, email);
  if (!id || id === before) throw new Error(`No link has arrived for ${email}`);
  const mail = await visitor.get(paths.mocks.emailBody(id));
  const link = /href="([^"]*\/authenticate\?[^"]*)"/.exec(mail.html)?.[1];
  if (!link) throw new Error(`The email to ${email} has no link`);
  const { pathname, search } = new URL(decode(link));
  return pathname + search;
}

async function newestEmail(visitor: Visitor, email: string): Promise<string | null> {
  const box = await visitor.get(paths.mocks.postbox({ to: email }));
  return /\/mocks\/post-box\/([0-9a-f-]{36})"/.exec(box.html)?.[1] ?? null;
}

/** Starts a sale or purchase, or continues the unfinished one. Returns its id. */
export async function startMatter(visitor: Visitor, role: "sell" | "buy"): Promise<string> {
  const welcome = paths.welcome(role);
  const { location } = await visitor.post(welcome, hiddenFields(await visitor.get(welcome)));
  const id = /[?&](?:sale|purchase)=([0-9a-f]{24})/.exec(location ?? "")?.[1];
  if (!id) throw new Error(`${welcome} started nothing: ${location}`);
  return id;
}
