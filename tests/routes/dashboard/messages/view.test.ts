import { expect, test } from "vitest";
import { messagesView } from "#app/routes/dashboard/messages/view.ts";

type Read = Parameters<typeof messagesView>[0];

const contact = (first_name: string, email: string) => ({
  first_name,
  middle_name: null,
  last_name: "Adeyemi",
  email,
  phone_number: null,
});
const GRACE = contact("Grace", "grace@example.com");
const TOM = contact("Tom", "tom@example.com");

const answer = (sent_to: string[] | null): Read["items"][number] => ({
  id: "65a000000000000000000001",
  kind: "email_sent",
  at: new Date("2026-11-27T09:40:00Z"),
  author_id: "65a000000000000000000009",
  author_type: "admin",
  author_name: "Bronwen Pugh",
  sent_to,
  subject: "Re: Keys",
  text: "Thank you.",
  from_name: null,
  is_from_reader: false,
  documents: [],
});

test.each([
  ["to one of two sellers names that seller", [GRACE, TOM], ["Grace@example.com"], "To Grace"],
  ["to both sellers names no one", [GRACE, TOM], ["grace@example.com", "tom@example.com"], null],
  ["to the only seller names no one", [GRACE], ["grace@example.com"], null],
  ["without stored recipients names no one", [GRACE, TOM], null, null],
])("our answer %s", (_, contacts, sent_to, expected) => {
  const [day] = messagesView({ items: [answer(sent_to)], contacts }, "65a000000000000000000003");
  expect(day?.items.map(({ to }) => to)).toEqual([expected]);
});
