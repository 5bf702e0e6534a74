import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Suggestion } from "#app/clients/loqate/client.server.ts";
import { listAddresses } from "#app/forms/address-list.server.ts";

/** Tests which containers open automatically, and how deep (V-046). */

const findAddresses = vi.hoisted(() => vi.fn());
vi.mock("#app/clients/loqate/client.server.ts", () => ({ findAddresses }));
vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const house = (id: string): Suggestion => ({ id, type: "Address", text: id, description: "" });
const street = (id: string): Suggestion => ({ id, type: "Street", text: id, description: "" });

let inside: Record<string, Suggestion[]>;
beforeEach(() => {
  inside = {};
  findAddresses.mockReset();
  findAddresses.mockImplementation(({ container = "" }: { container?: string }) =>
    container in inside
      ? Promise.resolve(inside[container])
      : Promise.reject(new Error("The vendor is down")),
  );
});
const asked = { query: "LS6", country: "GB" };
const listed = async (container?: string) => {
  const { suggestions, container: open } = await listAddresses({ ...asked, container });
  return { shown: suggestions.map(({ id }) => id), open };
};

describe("address lists without a single container", () => {
  test.each([
    ["no entries", []],
    ["one address", [house("h1")]],
    ["two containers", [street("s1"), street("s2")]],
    ["a container and an address", [street("s1"), house("h1")]],
  ])("the address list stays unchanged if it has %s", async (_what, suggestions) => {
    inside[""] = suggestions;
    expect(await listed()).toEqual({ shown: suggestions.map(({ id }) => id), open: undefined });
    expect(findAddresses).toHaveBeenCalledExactlyOnceWith(asked);
  });
});

describe("a single container", () => {
  test("a single container opens automatically and its id is returned", async () => {
    inside = { "": [street("s1")], s1: [house("h1"), house("h2")] };
    expect(await listed()).toEqual({ shown: ["h1", "h2"], open: "s1" });
    expect(findAddresses).toHaveBeenLastCalledWith({ ...asked, container: "s1" });
  });

  test("a single container inside a requested one opens", async () => {
    inside = { s1: [street("b1")], b1: [house("h1"), house("h2")] };
    expect(await listed("s1")).toEqual({ shown: ["h1", "h2"], open: "b1" });
  });

  test("at most two nested containers open automatically, and a third one is listed closed", async () => {
    inside = { "": [street("s1")], s1: [street("s2")], s2: [street("s3")], s3: [house("h1")] };
    expect(await listed()).toEqual({ shown: ["s3"], open: "s2" });
    expect(findAddresses).toHaveBeenCalledTimes(3);
  });

  test.each([
    ["is empty", []],
    ["cannot be opened", undefined],
  ])("a container is listed closed if it %s", async (_what, suggestions) => {
    inside[""] = [street("s1")];
    if (suggestions) inside.s1 = suggestions;
    expect(await listed()).toEqual({ shown: ["s1"], open: undefined });
  });
});

test("the address list throws if the vendor does not answer the first request (C-080)", async () => {
  await expect(listAddresses(asked)).rejects.toThrow("The vendor is down");
});
