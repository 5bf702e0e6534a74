import { createHash } from "node:crypto";

/** Derives pseudo-random values from hashes of names, so that every run is equal. */

function digest(name: string) {
  return createHash("sha256").update(`fanlight demonstration: ${name}`).digest("hex");
}

/** Returns the id of the row with this kind and name. */
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

/** Returns a hash without a known token, so that no link can match it. */
export function hashOfNoToken(name: string): string {
  return digest(`first half: ${name}`).slice(32) + digest(`second half: ${name}`).slice(32);
}

/** Returns an integer from 0, below `below`. */
export function draw(name: string, below: number): number {
  return Number.parseInt(digest(`number: ${name}`).slice(0, 12), 16) % below;
}

export function pick<T>(name: string, list: readonly [T, ...T[]]): T {
  return list[draw(name, list.length)] ?? list[0];
}
