/**
 * `<carry-typed data-form="id">` around links to another page with a form of the same id: what was typed is there too
 * (AMB-B05). Until that page is shown, the tab remembers it under its path.
 */
export class CarryTyped extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this.#pack);
    this.#unpack();
  }

  disconnectedCallback() {
    this.removeEventListener("click", this.#pack);
  }

  #pack = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.pathname === location.pathname) return;
    const typed = new URLSearchParams();
    for (const { name, value } of listTyped(this.#form)) typed.set(name, value);
    sessionStorage.setItem(keyOf(link.pathname), String(typed));
  };

  #unpack() {
    const packed = sessionStorage.getItem(keyOf(location.pathname));
    if (packed === null) return;
    sessionStorage.removeItem(keyOf(location.pathname));
    const typed = new URLSearchParams(packed);
    for (const field of listTyped(this.#form)) field.value = typed.get(field.name) ?? field.value;
  }

  get #form() {
    return document.forms.namedItem(this.dataset.form ?? "");
  }
}

/** The fields of a form that are typed into, or chosen from. */
export function listTyped(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter(isTypedInto);
}

const keyOf = (path: string) => `typed ${path}`;

function isTypedInto(control: Element): control is HTMLInputElement | HTMLSelectElement {
  return (
    control instanceof HTMLSelectElement ||
    (control instanceof HTMLInputElement && control.type !== "hidden")
  );
}
