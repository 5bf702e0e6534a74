import type { Code } from "./companies.ts";
import type { Colleague } from "./people.ts";

export type Invitation = {
  role: "sell" | "buy";
  name: string;
  status: "pending" | "sent" | "clicked" | "expired" | "cancelled" | "completed";
  by: Colleague;
  /** Number of working days since the invitation was created. */
  made: number;
  /** Property. For a seller, any text; for a buyer, the address of a property that is for sale. */
  home?: string;
  code?: Code;
  clicks?: number;
  resend?: true;
  /** Reason why Postmark refused the invitation's email. The invitation then stays pending. */
  refused?: string;
  hadAccount?: true;
};

/** Invitations. An invited person who is missing from `customers` has never signed in. */
export const invitations: Invitation[] = [
  {
    role: "sell",
    name: "Rowan Fitch",
    status: "pending",
    by: "Ada Marsh",
    made: 0,
    home: "35 Bootham Crescent, York YO30 7AH",
    refused: "406 The recipient has been marked as inactive",
  },
  {
    role: "sell",
    name: "Meera Joshi",
    status: "sent",
    by: "Ada Marsh",
    made: 2,
    home: "7 Victoria Walk, Bristol BS6 5SR",
    code: "FRIEND10",
  },
  {
    role: "sell",
    name: "Joshua Venn",
    status: "clicked",
    by: "Bronwen Pugh",
    made: 3,
    home: "6 Topsham Road, Exeter EX2 6HB",
    clicks: 2,
  },
  {
    role: "sell",
    name: "Terence Gill",
    status: "expired",
    by: "Tomasin Okonjo",
    made: 17,
    home: "2 Carter Knowle Road, Sheffield S7 2DX",
  },
  {
    role: "sell",
    name: "Blessing Ekong",
    status: "expired",
    by: "Ada Marsh",
    made: 12,
    home: "Flat 6, 18 Peckham Rye, London SE15 4JR",
    code: "FRIEND10",
  },
  {
    role: "sell",
    name: "Blessing Ekong",
    status: "sent",
    by: "Ada Marsh",
    made: 1,
    home: "Flat 6, 18 Peckham Rye, London SE15 4JR",
    code: "FRIEND10",
    resend: true,
  },
  {
    role: "sell",
    name: "Aidan Murtagh",
    status: "cancelled",
    by: "Tomasin Okonjo",
    made: 24,
    home: "13 Aigburth Vale, Liverpool L17 0AF",
  },
  {
    role: "sell",
    name: "Wei Chen",
    status: "completed",
    by: "Bronwen Pugh",
    made: 7,
    home: "Apartment 12, 34 Blossom Street, Manchester M4 6BF",
    code: "FRIEND10",
    clicks: 1,
  },
  {
    role: "buy",
    name: "Priyanka Dutta",
    status: "pending",
    by: "Bronwen Pugh",
    made: 0,
    home: "12 Pen-y-lan Road, Cardiff CF24 3PF",
    refused: "406 The recipient has been marked as inactive",
  },
  {
    role: "buy",
    name: "Stefan Kruger",
    status: "sent",
    by: "Ada Marsh",
    made: 1,
    home: "31 Sydenham Road, Bristol BS6 5SJ",
  },
  {
    role: "buy",
    name: "Eleri Wyn Parry",
    status: "clicked",
    by: "Tomasin Okonjo",
    made: 2,
    home: "8 Mumbles Road, Swansea SA3 4BU",
    clicks: 3,
  },
  {
    role: "buy",
    name: "Luke Hathersage",
    status: "expired",
    by: "Bronwen Pugh",
    made: 15,
    home: "18 Woodbridge Road, Birmingham B13 8EJ",
  },
  {
    role: "buy",
    name: "Orla Brennan",
    status: "cancelled",
    by: "Ada Marsh",
    made: 30,
    home: "64 Lark Lane, Liverpool L17 8UU",
  },
  {
    role: "buy",
    name: "Sam Seller",
    status: "completed",
    by: "Ada Marsh",
    made: 19,
    home: "27 Heslington Road, York YO10 5AR",
    clicks: 1,
    hadAccount: true,
  },
];
