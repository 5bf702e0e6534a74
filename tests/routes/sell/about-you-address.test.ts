import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readPerson } from "#app/domain/people/person.server.ts";
import { ADDRESS_NOT_FOUND } from "#app/ui/address-finder-state.ts";
import { action } from "#app/routes/sell/about-you.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import { aboutYou } from "./flow.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

const NOT_FOUND = `${ADDRESS_NOT_FOUND} support@fanlight.example`;

function noAddress(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(aboutYou).filter(
      ([name]) => !/^correspondence_address\.(?!country_code)/.test(name),
    ),
  );
}

const Finder = z.object({
  finder: z.object({
    correspondence_address: z.object({
      state: z.string(),
      suggestions: z.array(z.object({ id: z.string(), type: z.string() })).optional(),
    }),
  }),
});
const findFinder = (answer: { data: unknown }) =>
  Finder.parse(answer.data).finder.correspondence_address;

describe("the address finder on the seller’s about-you page, without scripts (C-078 C-079 AMB-C17)", () => {
  const finding = {
    ...aboutYou,
    first_name: "S",
    "correspondence_address.line_1": "",
    "correspondence_address.post_town": "",
    "correspondence_address.postcode": "",
  };
  const press = (seller: { cookie: string }, verb: string, query: string, more = {}) =>
    post(
      action,
      {
        ...finding,
        "correspondence_address.query": query,
        intent: `address.${verb}:correspondence_address`,
        ...more,
      },
      seller,
    );

  test("the address finder finds, opens and chooses an address, without validation errors or lost values", async () => {
    const seller = await signIn(db);
    const found = await press(seller, "find", "Bainbrigge");
    expect(found.status).toBe(200);
    expect(listErrors(found)).toEqual({});
    expect(shownValues(found)).toMatchObject({ first_name: "S", last_name: "Seller" });
    const [container] = findFinder(found).suggestions ?? [];
    expect(container?.type).not.toBe("Address");

    const opened = await press(seller, "find", "Bainbrigge", {
      intent: `address.open:correspondence_address:${container?.id}`,
    });
    const [first] = findFinder(opened).suggestions ?? [];
    expect(first?.type).toBe("Address");

    const chosen = await press(seller, "choose", "LS6 2AB", {
      "correspondence_address.choice": first?.id ?? "",
    });
    expect(findFinder(chosen).state).toBe("Confirmed");
    expect(shownValues(chosen)).toMatchObject({
      first_name: "S",
      correspondence_address: {
        line_1: "1 Bainbrigge Road",
        post_town: "Leeds",
        postcode: "LS6 2AB",
        country_code: "GB",
        confirmed: "on",
        uprn: expect.stringMatching(/^\d+$/),
        latitude: expect.any(String),
      },
    });
  });

  test.each([
    ["an unknown postcode (C-080)", "ZZ1 1ZZ"],
    ["a provider that is down (C-080)", "down"],
    ["a refusal by the provider (C-080)", "error"],
    ["under three characters", "YO"],
    ["an empty query", ""],
  ])("the address finder shows “not found” for %s", async (_why, query) => {
    const answer = await press(await signIn(db), "find", query);
    expect(answer.status).toBe(200);
    expect(findFinder(answer).state).toBe("NotFound");
    expect(listErrors(answer)).toEqual({});
  });

  test("the address finder shows an error and keeps the list and the choice if Loqate cannot return the address (C-080)", async () => {
    const answer = await press(await signIn(db), "choose", "LS6 2AB", {
      "correspondence_address.choice": "GB|RM|A|gone",
    });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ correspondence_address: [NOT_FOUND] });
    expect(findFinder(answer).state).toBe("Found");
    expect(shownValues(answer).correspondence_address).toMatchObject({ choice: "GB|RM|A|gone" });
  });

  test("the address finder shows the list again if no address was chosen", async () => {
    const answer = await press(await signIn(db), "choose", "LS6 2AB");
    expect(findFinder(answer).state).toBe("Found");
  });

  test("the address finder can switch to typing by hand and back to searching", async () => {
    const seller = await signIn(db);
    expect(findFinder(await press(seller, "manual", "")).state).toBe("NotListed");
    const back = await post(
      action,
      { ...aboutYou, intent: "address.again:correspondence_address" },
      seller,
    );
    expect(findFinder(back).state).toBe("Initial");
    expect(shownValues(back).correspondence_address).not.toHaveProperty("line_1");
  });

  const ticked = {
    ...noAddress(),
    "correspondence_address.query": "LS6 2AB",
    "correspondence_address.container": "GB|RM|ENG|2AB-LS6",
  };

  test("Continue on the about-you page saves the address that is chosen in the list (C-079)", async () => {
    const seller = await signIn(db);
    const found = await press(seller, "find", "LS6 2AB");
    const choice = findFinder(found).suggestions?.[0]?.id ?? "";
    const fields = { ...ticked, "correspondence_address.choice": choice };
    const saved = await post(action, fields, seller);
    expect(saved.location).toBe("/sell/about-the-property");
    expect((await readPerson(db, seller.id)).correspondence_address).toMatchObject({
      line_1: "1 Bainbrigge Road",
      postcode: "LS6 2AB",
      uprn: expect.stringMatching(/^\d+$/),
    });

    const refused = await post(action, { ...fields, first_name: "S" }, seller);
    expect(listErrors(refused)).toEqual({
      first_name: [
        "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
      ],
    });
    expect(findFinder(refused).state).toBe("Confirmed");
    // The client keeps its form, so it receives the address as an update intent.
    expect(refused.data).toMatchObject({
      lastResult: {
        state: { validated: { first_name: true } },
        intent: {
          type: "update",
          payload: { name: "correspondence_address", value: { line_1: "1 Bainbrigge Road" } },
        },
      },
    });
    expect(shownValues(refused).correspondence_address).toMatchObject({
      line_1: "1 Bainbrigge Road",
    });
  });

  test("Continue on the about-you page keeps all values if Loqate cannot return the chosen address (C-080)", async () => {
    const fields = { ...ticked, "correspondence_address.choice": "GB|RM|A|gone" };
    const answer = await post(action, fields, await signIn(db));
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ correspondence_address: [NOT_FOUND] });
    expect(findFinder(answer).state).toBe("Found");
    expect(shownValues(answer).correspondence_address).toMatchObject({ choice: "GB|RM|A|gone" });
  });

  test("Continue on the about-you page without a chosen address shows the list and an error (C-019)", async () => {
    const answer = await post(action, ticked, await signIn(db));
    expect(listErrors(answer)).toEqual({
      correspondence_address: [
        "Address must be at least 1 character long. Enter the first line of the address",
      ],
    });
    expect(findFinder(answer).suggestions?.[0]?.type).toBe("Address");
  });

  test("an address typed by hand can still be edited after an error in another field", async () => {
    const answer = await post(action, { ...aboutYou, first_name: "S" }, await signIn(db));
    expect(findFinder(answer).state).toBe("NotListed");
  });
});
