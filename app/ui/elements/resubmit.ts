type Submission = { action: string; enctype: string; fields: [string, FormDataEntryValue][] };

let last: Submission | null = null;

export function rememberSubmission(form: HTMLFormElement, submitter: HTMLElement | null) {
  if (form.method !== "post") return;
  const fields = [...new FormData(form)];
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    fields.push([submitter.name, submitter.value]);
  }
  const action = submitter?.getAttribute("formaction") ?? form.action;
  last = { action, enctype: form.enctype, fields };
}

/**
 * Submits the last form again as a document, so that a reload of the page submits it once more.
 * After a submit by the router, a reload would not do so.
 */
export function resubmitAsDocument() {
  if (!last) return;
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: last.action, enctype: last.enctype, hidden: true });
  for (const [name, value] of last.fields) form.append(fieldOf(name, value));
  last = null;
  document.body.append(form);
  form.submit();
}

function fieldOf(name: string, value: FormDataEntryValue) {
  const input = document.createElement("input");
  input.name = name;
  if (typeof value === "string") {
    input.type = "hidden";
    input.value = value;
    return input;
  }
  const files = new DataTransfer();
  files.items.add(value);
  input.type = "file";
  input.files = files.files;
  return input;
}
