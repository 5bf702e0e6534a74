import { titleNumber } from "../addresses.ts";
import { lawFirms, type LawyerGroup, lawyerGroups } from "../content/lawyers.ts";
import type { Matter, Offer } from "../content/matters/matter.ts";
import { contact } from "../person.ts";

const NOT_KNOWN = "Not known";

const formatPounds = (pounds: number) => `£${pounds.toLocaleString("en-GB")}`;

type Reach = { email?: string; phone?: string };

const row = (what: string, text: string, { email, phone }: Reach = {}) => ({
  ...{ what, text, email: email ?? null, phone: phone ?? null, is_new: false },
});

/**
 * Returns the parts of a letter on the day of the instruction, before checks and searches were
 * ordered, and the sentence that names the facts which are not known.
 */
export function letterParts(
  matter: Matter,
  { side, offer }: { side: string; offer: Offer | undefined },
) {
  const isSeller = side === "seller";
  const client = !isSeller && offer ? offer.buyer : matter.seller;
  const { email, phone_number } = contact(client);
  const names = matter.solicitors ?? null;
  const group: LawyerGroup | null =
    names && lawyerGroups[names[isSeller ? "seller" : "buyer"] ?? names.seller];
  const tenure = matter.tenure ?? "Freehold";
  const hasTitle = tenure !== "Other" && !matter.development;
  const hasLease = !matter.development && tenure !== "Freehold" && tenure !== "Other";
  const parts = [
    {
      title: "The property",
      rows: [
        row("Address", matter.home),
        row("Tenure", matter.tenureDetails ? `${tenure}: ${matter.tenureDetails}` : tenure),
        ...(hasLease
          ? ["Lease", "Ground rent", "Service charge", "Managing agent"].map((what) =>
              row(what, NOT_KNOWN),
            )
          : []),
        row("Title number", hasTitle ? titleNumber(matter.home) : NOT_KNOWN),
        offer
          ? row("Agreed price", formatPounds(offer.price))
          : row("Asking price", `${formatPounds(matter.price)} (no price agreed yet)`),
      ],
    },
    {
      title: "Your client",
      rows: [
        row(client, "Address not known", {
          email,
          phone: phone_number.replace(/^\+44(\d{4})/, "0$1 "),
        }),
      ],
    },
    {
      title: "The other side",
      rows: [
        isSeller ? row("Buyer", offer?.buyer ?? "No buyer yet") : row("Seller", matter.seller),
      ],
    },
    {
      title: "ID checks by Thirdfort",
      rows: [
        row(client, "Not ordered yet"),
        row("Reports go to", group ? `checks@${lawFirms[group.firm].domain}` : NOT_KNOWN),
      ],
    },
    { title: "Searches", rows: [row("Searches", "Not ordered yet")] },
    {
      title: "Dates",
      rows: ["Target exchange", "Target completion"].map((what) => row(what, NOT_KNOWN)),
    },
    {
      title: "Terms",
      rows: [
        ...(isSeller
          ? [
              row(
                "Legal fee quoted",
                group?.fee
                  ? `${formatPounds(group.fee)} including VAT, your usual fee for a sale`
                  : NOT_KNOWN,
              ),
            ]
          : []),
        row("Referral fee paid to an introducer", NOT_KNOWN),
      ],
    },
  ];
  const unknown = parts
    .flatMap(({ rows }) => rows.filter(({ text }) => text === NOT_KNOWN))
    .map(({ what }) => what.charAt(0).toLowerCase() + what.slice(1));
  const listed = new Intl.ListFormat("en-GB").format(unknown);
  return { parts, unknown: `Not known: ${listed}.` };
}
