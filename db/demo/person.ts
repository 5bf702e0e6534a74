import { draw, id } from "./deterministic.ts";

/**
 * Returns the columns of a person, with an email address in a domain that is reserved for examples,
 * and a mobile number.
 */
export function person(name: string, domain?: string) {
  return { ...contact(name, domain), middle_name: name.split(" ").slice(1, -1).join(" ") || null };
}

export function contact(name: string, domain = "customers.example") {
  const words = name.split(" ");
  const first_name = words[0] ?? name;
  const last_name = words.at(-1) ?? name;
  return {
    first_name,
    last_name,
    email: `${ascii(first_name)}.${ascii(last_name)}@${domain}`,
    phone_number: mobile(name),
  };
}

export function userId(name: string): string {
  return id("user", name);
}

/**
 * Returns a mobile number. It is not one of Ofcom's numbers for drama, because libphonenumber
 * rejects those.
 */
function mobile(name: string): string {
  return `+4474001${String(draw(`mobile ${name}`, 100_000)).padStart(5, "0")}`;
}

function ascii(word: string) {
  return word
    .normalize("NFD")
    .replace(/[^a-zA-Z-]/g, "")
    .toLowerCase();
}
