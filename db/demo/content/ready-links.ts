/**
 * Links to the page that shows how ready a home is for a buyer, by the property's address. Days are
 * numbers of working days ago.
 */

type DemoLink = {
  source: "introduction" | "seller" | "staff";
  created: number;
  opened?: number;
};

export const readyLinks: Record<string, readonly DemoLink[]> = {
  // An introduction was emailed only about homes whose agent staff entered.
  "8 Mumbles Road, Swansea SA3 4BU": [{ source: "introduction", created: 6, opened: 4 }],
  "9 North Street, Bristol BS3 1EN": [
    { source: "seller", created: 4, opened: 1 },
    { source: "staff", created: 2 },
  ],
};
