export const staffDomain = "fanlight.example";

/** Names of staff. `npm start` prints the email address of the first. */
export const staff = ["Ada Marsh", "Tomasin Okonjo", "Bronwen Pugh"] as const;

export const staffRoles = {
  "Ada Marsh": ["administrator"],
  "Tomasin Okonjo": ["lead", "finance"],
  "Bronwen Pugh": ["handler", "read_only"],
} as const satisfies Record<(typeof staff)[number], readonly string[]>;

export type Colleague = (typeof staff)[number];

/**
 * Home address of each customer; null for a seller, who lives in the property that is for sale, and
 * for a person whose address is not known.
 */
export const customers = {
  // Sellers.
  "Amina Begum": null,
  "Arjun Patel": null,
  "Bethany Crossley": null,
  "Callum Whitcombe": null,
  "Chidi Okafor": null,
  "Daniel Osei": null,
  "Dorothy Fairbrother": null,
  "Edith Palgrave": null,
  "Elin Jenkins": null,
  "Frederick Lansdown": null,
  "George Armstrong": null,
  "Gwenllian Mair Prosser": null,
  "Hannah Lieberman": null,
  "Harriet Ellwood": null,
  "Imran Akhtar": null,
  "Ingrid Solberg": null,
  "Joshua Venn": null,
  "Kathryn Beardmore": null,
  "Leo Marchetti": null,
  "Maisie Thurlow": null,
  "Margaret Anne Holloway": null,
  "Niamh Connolly": null,
  "Adaeze Nwosu": null,
  "Olu Adeyemi": null,
  "Priya Nair": null,
  "Rhys Morgan": null,
  "Rosalind Tremlett": null,
  "Simran Kaur": null,
  "Siân Bevan": null,
  "Tomasz Zielinski": null,
  "Wei Chen": null,
  "Yusuf Hassan": null,
  // Has sold, is selling and is buying. Sign in as this customer to see the page "Welcome back".
  "Sam Seller": "5 St Olave's Road, York YO30 7AL",
  // Co-sellers who have signed in.
  "Jess Whitcombe": null,
  "Moira Whitcombe": null,
  // Representatives.
  "Owain Pritchard": "16 Hoole Road, Chester CH2 3NH",
  "Fiona Garside": "3 Sovereign Place, Leeds LS1 4ER",
  "Marcus Pell": "40 Prince Street, Bristol BS1 4QD",
  "Nerys Vaughan": "11 Ocean Way, Cardiff CF24 5PE",
  // Buyers.
  "Aaron Blythe": "Flat 2, 31 Micklegate, York YO1 6JH",
  "Abena Asante": "56 Bell Road, Norwich NR3 4QB",
  "Alun Gwynne": "23 Clive Street, Cardiff CF11 7HQ",
  "Beatriz Lopes": "Flat 8, 14 Ducie Street, Manchester M1 2JL",
  "Charlotte Keane": "77 Chanterlands Avenue, Leeds LS8 3PQ",
  "Connor Doyle": "9 Penny Lane, Liverpool L18 1DQ",
  "David Achterberg": "41 Gwydir Street, Cambridge CB1 2LG",
  "Deepika Menon": "12 Ashley Hill, Bristol BS6 5JE",
  "Eleri Wyn Parry": "30 Rhondda Street, Swansea SA1 6ER",
  "Emeka Uche": "Flat 21, 9 Choumert Road, London SE15 4SE",
  "Florence Attenborough": "18 Julian Road, Bath BA1 2RH",
  "Grace Wainwright": "63 Burley Lodge Road, Leeds LS6 1QF",
  "Hamza Qureshi": "105 Roundhay Road, Leeds LS8 5AJ",
  "Harold Pemberton": "2 Quarry Street, Liverpool L25 6DY",
  "Isobel Tait": "44 Simonside Terrace, Newcastle upon Tyne NE6 5JY",
  "James Cho": "Apartment 6, 50 Oldham Street, Manchester M4 1LE",
  "Jasleen Gill": "8 Wake Green Road, Birmingham B13 9HD",
  "Kofi Boateng": "90 Sharrow Vale Road, Sheffield S11 8ZB",
  "Lucia Ferrante": "Flat 1, 7 Southover, Brighton BN2 9UA",
  "Matthew Sowden": "25 Victoria Park Road, Exeter EX2 4NT",
  "Mei-Lin Zhou": "3 Burton Road, Manchester M20 3GB",
  "Nathaniel Frost": "11 Portland Street, Norwich NR2 3LF",
  "Oksana Hrytsenko": "Flat 3, 22 Portland Square, Bristol BS2 8RZ",
  "Rebecca Nkemelu": "47 Nunhead Lane, London SE15 3TR",
  "Ruaridh Sinclair": "6 Exchange Close, York YO10 3RB",
  "Sadiq Mohamud": "119 Tudor Street, Cardiff CF11 6AF",
  "Tabitha Greenhalgh": "15 Abbeydale Road, Sheffield S7 1FD",
  "Theo Papadakis": "28 Trent Boulevard, Nottingham NG2 5BD",
  "Vikram Iyer": "38 Cotham Brow, Bristol BS6 6AE",
  "William Abernethy": "70 Barrack Road, Exeter EX2 5DW",
} as const satisfies Record<string, string | null>;

export type CustomerName = keyof typeof customers;

/** Users who have no sale and no purchase. */
export const visitors: { name: string; days: number; state: "new" | "active" | "blocked" }[] = [
  { name: "Caspian Hale", days: 0, state: "new" },
  { name: "Marta Kowalczyk", days: 1, state: "active" },
  { name: "Gethin Probert", days: 3, state: "new" },
  { name: "Shanice Baptiste", days: 6, state: "active" },
  { name: "Ralph Underhill", days: 44, state: "blocked" },
];
