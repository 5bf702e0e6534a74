/**
 * Functions that make ids and pseudo-random values from names, so that the demonstration data are
 * the same each time.
 */

import { createHash } from "node:crypto";

function digest(name: string) {
  return createHash("sha256").update(`fanlight demonstration: ${name}`).digest("hex");
}

/** Returns the id of the row of this kind with this name. */
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

/**
 * Returns text that looks like a token's hash. No one knows a token with this hash, so no link can
 * match it.
 */
export function hashOfNoToken(name: string): string {
  return digest(`first half: ${name}`).slice(32) + digest(`second half: ${name}`).slice(32);
}

/** Returns a pseudo-random integer from 0 up to, but not including, `below`. */
export function draw(name: string, below: number): number {
  return Number.parseInt(digest(`number: ${name}`).slice(0, 12), 16) % below;
}

export function pick<T>(name: string, list: readonly [T, ...T[]]): T {
  return list[draw(name, list.length)] ?? list[0];
}
