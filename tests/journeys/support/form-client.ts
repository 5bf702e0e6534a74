import { JSDOM } from "jsdom";
import { Visitor } from "#tests/support/http-visitor.ts";

/**
 * A fast browser without scripts or layout. It fills in fields by their labels, submits forms as
 * HTML defines, and throws where a browser would prevent an action, such as a click on a disabled
 * button.
 */
export class FormClient {
  status = 0;
  private page = new JSDOM();
  private readonly visitor: Visitor;

  /** @param cookie of a session that startSession has started */
  constructor(
    private readonly base: string,
    private readonly cookie?: string,
  ) {
    this.visitor = new Visitor(base, cookie);
  }

  newTab(): FormClient {
    return new FormClient(this.base, this.cookie);
  }

  get document(): Document {
    return this.page.window.document;
  }

  get address(): string {
    const { pathname, search } = new URL(this.document.URL);
    return pathname + search;
  }

  get path(): string {
    return new URL(this.document.URL).pathname;
  }

  get title(): string {
    return this.document.title;
  }

  get heading(): string {
    return readText(this.document.querySelector("h1"));
  }

  /** Returns the text of the main element, or of one question. */
  text(question?: string): string {
    return readText(question ? this.group(question) : this.document.querySelector("main"));
  }

  get errors(): string[] {
    return [...this.document.querySelectorAll(".error-summary li")].map(readText);
  }

  async open(path: string): Promise<this> {
    return this.request(path, {});
  }

  hasLink(name: string): boolean {
    return this.links(name).length > 0;
  }

  async follow(link: string): Promise<this> {
    const [to] = this.links(link);
    if (!to) throw this.complaint(`There is no link "${link}"`);
    return this.request(to.href, {});
  }

  fill(label: string, value: string): this {
    const field = this.field(label);
    if (!isSelect(field)) {
      field.value = value;
      return this;
    }
    const option = [...field.options].find((each) => readText(each) === value);
    if (!option) throw this.complaint(`"${label}" has no option "${value}"`);
    field.value = option.value;
    return this;
  }

  /** @param question legend of the fieldset, if the label is not unique */
  check(label: string | RegExp, question?: string): this {
    const [box] = this.labelled(label, question);
    if (!box || !("checked" in box)) throw this.complaint(`There is nothing to check: ${label}`);
    box.checked = true;
    return this;
  }

  /** Sets a field by its name, such as a hidden field, or a select by its option’s value. */
  set(name: string, value: string): this {
    const field = this.document.querySelector<Field>(`[name="${name}"]`);
    if (!field) throw this.complaint(`There is no field named ${name}`);
    field.value = value;
    return this;
  }

  valueOf(label: string): string {
    return this.field(label).value;
  }

  isChecked(label: string, question?: string): boolean {
    const [box] = this.labelled(label, question);
    return box !== undefined && "checked" in box && box.checked;
  }

  hasButton(name: string | RegExp, question?: string): boolean {
    return this.buttons(name, question).length > 0;
  }

  async press(name: string | RegExp, question?: string): Promise<this> {
    const [button] = this.buttons(name, question);
    const form = button?.form;
    if (!button || !form) throw this.complaint(`There is no button ${name}`);
    if (button.disabled) throw this.complaint(`The button ${name} is disabled`);
    if (!form.noValidate && !button.formNoValidate && !form.checkValidity()) {
      throw this.complaint(`${name}: a browser would not send what is filled in`);
    }
    const fields = new URLSearchParams();
    for (const [key, value] of new this.page.window.FormData(form, button)) {
      fields.append(key, typeof value === "string" ? value : value.name);
    }
    const action = new URL(
      button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
      this.document.URL,
    );
    if (form.method === "post") return this.request(action.href, { method: "POST", body: fields });
    action.search = fields.toString();
    return this.request(action.href, {});
  }

  private async request(to: string, init: RequestInit): Promise<this> {
    let url = new URL(to, this.base).href;
    let page = await this.visitor.send(url, init);
    for (let redirects = 0; page.location !== null; redirects++) {
      if (redirects === 10) throw new Error(`${to} leads nowhere`);
      url = new URL(page.location, url).href;
      page = await this.visitor.get(url);
    }
    this.status = page.status;
    this.page = new JSDOM(page.html, { url });
    return this;
  }

  private links(name: string) {
    const all = [...this.document.querySelectorAll<HTMLAnchorElement>("a[href]")];
    return all.filter((each) => isNamed(each, name));
  }

  private field(label: string) {
    const [field] = this.labelled(label);
    if (!field) throw this.complaint(`There is no field "${label}"`);
    return field;
  }

  private labelled(label: string | RegExp, question?: string) {
    const within = this.within(question);
    const labels = [...within.querySelectorAll("label")].filter((each) => isNamed(each, label));
    return labels.map(({ control }) => control).filter(isField);
  }

  private within(question: string | undefined): ParentNode {
    return question === undefined ? this.document : this.group(question);
  }

  private group(question: string): Element {
    const legends = [...this.document.querySelectorAll("fieldset > legend")];
    const legend = legends.find((each) => isNamed(each, question));
    if (!legend?.parentElement) throw this.complaint(`There is no question "${question}"`);
    return legend.parentElement;
  }

  private buttons(name: string | RegExp, question?: string) {
    return [...this.within(question).querySelectorAll<HTMLButtonElement>("button")].filter(
      (each) => each.type === "submit" && !each.hidden && isNamed(each, name),
    );
  }

  private complaint(what: string) {
    return new Error(`${what} on ${this.address} ("${this.title}", ${this.status})`);
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(element: HTMLElement | null): element is Field {
  return element !== null && ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
}

function isSelect(field: Field): field is HTMLSelectElement {
  return field.tagName === "SELECT";
}

function readText(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

function isNamed(element: Element, name: string | RegExp) {
  const text = element.getAttribute("aria-label") ?? readText(element);
  return typeof name === "string" ? text === name : name.test(text);
}
