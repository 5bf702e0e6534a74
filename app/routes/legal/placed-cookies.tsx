import { DataTable } from "#app/ui/data-table.tsx";

/** Every cookie that the code makes, and no other; a test holds the two together. */
const cookies = [
  {
    name: "sid",
    purpose: "Keeps you signed in, and knows again the browser that asked for a sign-in link",
    kept: "1 year",
  },
  {
    name: "browser",
    purpose: "Tells a second press of a sign-in link in your browser from somebody else's",
    kept: "30 minutes",
  },
  {
    name: "flash",
    purpose: 'Carries a message, such as "saved", to the page you see next',
    kept: "5 minutes",
  },
  {
    name: "stash",
    purpose: "Finds what you typed again when you were signed out in the middle of a form",
    kept: "1 hour",
  },
  {
    name: "cookie-choice",
    purpose: "Remembers what you chose about cookies, on this page or another",
    kept: "Half a year",
  },
  {
    name: "search-shortcut",
    purpose: "Remembers, for our staff only, whether a key leads to the search box",
    kept: "1 year",
  },
];

export function PlacedCookies() {
  return (
    <DataTable
      caption="Our cookies"
      rows={cookies}
      rowKey={({ name }) => `cookie-${name}`}
      columns={[
        { key: "name", title: "Name", cell: ({ name }) => <code>{name}</code> },
        { key: "purpose", title: "What it is for", cell: ({ purpose }) => purpose },
        { key: "kept", title: "Kept for", cell: ({ kept }) => kept },
      ]}
    />
  );
}
