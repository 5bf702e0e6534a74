export const lawFirms = {
  "Rowntree Pike LLP": {
    domain: "rowntreepike.example",
    email: "enquiries@rowntreepike.example",
    phone: "+441904655210",
    address: "12 Lendal, York YO1 8AA",
  },
  "Aire Street Law": {
    domain: "airestreetlaw.example",
    email: "hello@airestreetlaw.example",
    phone: "+441132380077",
    address: "30 Aire Street, Leeds LS1 4HT",
  },
  "Brunel Chambers Solicitors": {
    domain: "brunelchambers.example",
    email: "property@brunelchambers.example",
    phone: "+441179255030",
    address: "5 Queen Square, Bristol BS1 4JQ",
  },
  "Davies Llewelyn Cyfreithwyr": {
    domain: "daviesllewelyn.example",
    email: "post@daviesllewelyn.example",
    phone: "+442920340558",
    address: "61 Charles Street, Cardiff CF10 2GD",
  },
  "Medlock & Irwell": {
    domain: "medlockirwell.example",
    email: "newmatters@medlockirwell.example",
    phone: "+441618321146",
    address: "17 St Ann's Square, Manchester M2 7PW",
  },
  "Cathedral Close Legal": {
    domain: "cathedralclose.example",
    phone: "+441392410966",
    address: "3 Cathedral Close, Exeter EX1 1EZ",
  },
  "Tombland Conveyancing": {
    domain: "tombland.example",
    email: "office@tombland.example",
    phone: "+441603760422",
    address: "27 Tombland, Norwich NR3 1RE",
  },
} as const satisfies Record<string, LawFirm>;

export type LawFirm = { domain: string; email?: string; phone: string; address: string };

export type LawyerGroup = {
  firm: keyof typeof lawFirms;
  solicitor: string;
  assistants?: string[];
  nonPanel?: true;
  /** Kinds of properties that the group takes on. If this is missing, it takes on all of them. */
  homes?: readonly ("freehold" | "leasehold" | "new_build")[];
  /** Legal fee for a sale, and number of working days until exchange, as staff entered them. */
  fee?: number;
  days?: number;
};

export const lawyerGroups = {
  "Rowntree Pike Residential": {
    firm: "Rowntree Pike LLP",
    solicitor: "Alistair Pike",
    assistants: ["Jodie Marr", "Samuel Tetteh"],
    fee: 1_295,
    days: 48,
  },
  "Rowntree Pike New Build": {
    firm: "Rowntree Pike LLP",
    solicitor: "Henrietta Cole",
    assistants: ["Pavel Novak"],
    homes: ["new_build"],
    fee: 1_450,
  },
  "Aire Street Residential": {
    firm: "Aire Street Law",
    solicitor: "Zainab Hussain",
    assistants: ["Craig Waddington"],
    fee: 1_240,
    days: 52,
  },
  "Aire Street Sales": {
    firm: "Aire Street Law",
    solicitor: "Martin Outhwaite",
    assistants: ["Leanne Firth", "Usman Tariq"],
    fee: 1_180,
    days: 55,
  },
  "Brunel Chambers Property": {
    firm: "Brunel Chambers Solicitors",
    solicitor: "Georgina Ashe",
    assistants: ["Rohan Desai"],
    fee: 1_340,
  },
  "Brunel Chambers Leasehold": {
    firm: "Brunel Chambers Solicitors",
    solicitor: "Patrick Nolan",
    homes: ["leasehold"],
    fee: 1_620,
    days: 71,
  },
  "Davies Llewelyn Eiddo": {
    firm: "Davies Llewelyn Cyfreithwyr",
    solicitor: "Angharad Davies",
    assistants: ["Tomos Vaughan"],
  },
  "Medlock Team A": {
    firm: "Medlock & Irwell",
    solicitor: "Victoria Adeleke",
    assistants: ["Ryan Schofield", "Ines Carvalho"],
    fee: 1_215,
    days: 46,
  },
  "Medlock Team B": {
    firm: "Medlock & Irwell",
    solicitor: "Jonathan Speight",
    fee: 1_190,
    nonPanel: true,
  },
  "Cathedral Close Legal": {
    firm: "Cathedral Close Legal",
    solicitor: "Rosamund Yeo",
    assistants: ["Kit Northcott"],
    fee: 1_395,
    nonPanel: true,
  },
  "Tombland Residential": {
    firm: "Tombland Conveyancing",
    solicitor: "Edmund Kett",
    assistants: ["Sophie Larter"],
    fee: 1_260,
    nonPanel: true,
  },
} as const satisfies Record<string, LawyerGroup>;

export type LawyerGroupName = keyof typeof lawyerGroups;
