import { appUrl } from "../support/environment.ts";
import { expect, test } from "../support/fixtures.ts";
import { FormClient } from "../support/form-client.ts";
import { askForLink, LINK_SENT } from "../support/form-steps.ts";
import { aCustomer } from "../support/people.ts";
import { readUser } from "../support/records.ts";

test("a sign-in link needs a click on Continue in another browser, and a changed URL does not make the user staff (WF-06.4, 6.5, AMB-A11, AMB-B10)", async ({
  person,
  postbox,
  db,
}) => {
  await aCustomer(db, person);
  await askForLink(new FormClient(appUrl), person.email);
  const link = await postbox.link(person.email);

  const elsewhere = new FormClient(appUrl);
  await elsewhere.open(link.replace("type=customer", "type=admin"));
  await elsewhere.press("Continue");
  expect(elsewhere.path).toBe("/welcome-back");
  expect(elsewhere.hasLink("Admin")).toBe(false);
  expect((await readUser(db, person.email)).type).toBe("customer");
});

test("an unknown email gets the same answer as a known one (WF-06.6, AMB-B07)", async ({
  person,
  postbox,
}) => {
  const client = new FormClient(appUrl);
  await askForLink(client, person.email);
  expect(client.text()).toContain(LINK_SENT);
  expect(client.hasButton("Send email again")).toBe(true);
  await postbox.expectNames(person.email, ["sign_in_no_account"]);
});

test("a URL parameter cannot prevent the sign-in email (WF-06.10, B-016, AMB-B04)", async ({
  person,
  postbox,
  db,
}) => {
  await aCustomer(db, person);
  const client = new FormClient(appUrl);
  await askForLink(client, person.email, "/sign-in?preventEmail=true");
  expect(client.text()).toContain(LINK_SENT);
  expect(client.text()).not.toContain("has been disabled");
  await postbox.expectNames(person.email, ["magic_link_sign_in"]);
});

test("an invalid form keeps the country of the phone number (AMB-B15)", async () => {
  const client = await new FormClient(appUrl).open("/sell/get-started");
  expect(client.valueOf("Country code")).toBe("GB");
  for (const country of ["FR", "DE"]) {
    await client.set("phone_country", country).press("Send me a magic link");
    expect(client.errors).not.toEqual([]);
    expect(client.valueOf("Country code")).toBe(country);
  }
});
