import { createHash } from "node:crypto";

/**
 * Everything that looks random here is drawn from the hash of a name, so that the same name gives the same id,
 * number or choice in every run, whatever else is added around it.
 */

function digest(name: string) {
  return createHash("sha256").update(`fanlight demonstration: ${name}`).digest("hex");
}

/** The id of the one row called `name` of its kind. */
export function id(kind: string, name: string): string {
  return digest(`${kind}: ${name}`).slice(0, 24);
}

export function uuid(name: string): string {
  const hex = digest(`uuid: ${name}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** A token's hash for which nobody knows a token: a link made of it can never be opened. */
export function hashOfNoToken(name: string): string {
  return digest(`first half: ${name}`).slice(32) + digest(`second half: ${name}`).slice(32);
}

/** A whole number from 0 up to, but not including, `below`. */
export function draw(name: string, below: number): number {
  return Number.parseInt(digest(`number: ${name}`).slice(0, 12), 16) % below;
}

export function pick<T>(name: string, list: readonly [T, ...T[]]): T {
  return list[draw(name, list.length)] ?? list[0];
}
