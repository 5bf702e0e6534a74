import { decode } from "html-entities";

export function readFields(html: string, formId: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*id="${formId}"[^>]*>(.*?)</form>`, "s").exec(html)?.[1];
  if (form === undefined) throw new Error(`There is no form ${formId}`);
  return inputsIn(form);
}

export function confirmFields(html: string): Record<string, string> {
  const [, page = ""] = html.split("<main");
  const [, dialog = page] = html.split("<dialog");
  return inputsIn(dialog);
}

function inputsIn(form: string) {
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isChoice = /type="(checkbox|radio)"/.test(tag);
    if (isChoice && !/ checked=""/.test(tag)) continue;
    fields[attribute(tag, "name")] = attribute(tag, "value") || (isChoice ? "on" : "");
  }
  for (const [, tag = "", options = ""] of form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? "";
    fields[attribute(tag, "name")] = chosen;
  }
  for (const [, tag = "", typed = ""] of form.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs)) {
    fields[attribute(tag, "name")] = decode(typed);
  }
  return fields;
}

function attribute(tag: string, name: string) {
  return decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

export function listSummary(html: string): string[] {
  const [, summary = ""] = html.split('class="error-summary"');
  const [list = ""] = summary.split("</ul>");
  return [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = ""]) =>
    decode(line.replace(/<[^>]+>/g, "")),
  );
}
