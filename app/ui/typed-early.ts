/**
 * What is typed before React has come. React hears of none of it. Where an extension has put a node among ours, as password
 * managers put their sign beside a field, React makes the whole page anew, with empty fields. The old ones still have what
 * was typed.
 *
 * @returns puts it into the fields that are in their places now, and the focus with it, and says so to whoever follows them
 */
export function watchEarlyTyping(root: HTMLElement): () => void {
  const before = listFields(root);
  let focused = document.activeElement;
  const follow = ({ target }: FocusEvent) => {
    if (target instanceof Element) focused = target;
  };
  root.addEventListener("focusin", follow);
  return () => {
    root.removeEventListener("focusin", follow);
    const now = listFields(root);
    for (const [place, field] of before) {
      const successor = now.get(place);
      if (!successor) continue;
      if (isChanged(field)) takeOver(successor, field);
      if (field === focused && successor !== field) successor.focus({ preventScroll: true });
    }
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By form, name and place among those of the name: what an extension adds has another name, or none. */
function listFields(root: HTMLElement): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of root.querySelectorAll<Field>("input, textarea, select")) {
    if (field.name === "" || field.type === "hidden" || field.type === "file") continue;
    const name = `${field.form?.id ?? ""} ${field.name}`;
    let place = 0;
    while (fields.has(`${name} ${place}`)) place++;
    fields.set(`${name} ${place}`, field);
  }
  return fields;
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  return isTicked(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

function takeOver(successor: Field, field: Field) {
  if (isTicked(successor) && isTicked(field)) successor.checked = field.checked;
  else successor.value = field.value;
  successor.dispatchEvent(new Event("input", { bubbles: true }));
  successor.dispatchEvent(new Event("change", { bubbles: true }));
}

function isTicked(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
}
