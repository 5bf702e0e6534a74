export const brands = {
  "Hartley & Vale": "hartleyvale.example",
  "Northgate Homes": "northgatehomes.example",
  Penrose: "penrose.example",
  "Castle & Quay": "castlequay.example",
  "Larkfield Estates": "larkfield.example",
  "Redbridge & Co": "redbridgeco.example",
  Oakhanger: "oakhanger.example",
  "Tŷ a Bwthyn": "tyabwthyn.example",
} as const;

export type Office = {
  brand?: keyof typeof brands;
  domain?: string;
  unnamed?: true;
  phone: string;
  address: string;
  /** Valuers of the office. The first one is the primary valuer. */
  valuers: [string, ...string[]];
  subscribed?: string[];
  withoutEmail?: string[];
  negotiators?: string[];
  coordinator?: string;
  /**
   * Sides whose identity checks the office requests itself, and sides whose results it receives.
   */
  requests?: Side[];
  receives?: Side[];
};

type Side = "seller" | "buyer";

export const offices = {
  "Hartley & Vale York": {
    brand: "Hartley & Vale",
    phone: "+441904610144",
    address: "22 Colliergate, York YO1 8BN",
    valuers: ["Laura Fenton", "Ben Askwith", "Nadia Rahman"],
    subscribed: ["Laura Fenton", "Ben Askwith"],
    negotiators: ["Chloe Swale", "Marcus Idle"],
    coordinator: "Ruth Dale",
    requests: ["seller", "buyer"],
    receives: ["seller", "buyer"],
  },
  "Hartley & Vale Leeds": {
    brand: "Hartley & Vale",
    phone: "+441132450182",
    address: "8 Otley Road, Leeds LS6 2AD",
    valuers: ["Stephen Copley", "Rukhsana Mirza"],
    subscribed: ["Stephen Copley"],
    negotiators: ["Gemma Tordoff", "Luke Barraclough", "Ayesha Dar", "Sean Pickles", "Megan Holt"],
    coordinator: "Colin Sykes",
    requests: ["seller"],
  },
  "Northgate Homes Leeds": {
    brand: "Northgate Homes",
    phone: "+441132431907",
    address: "101 Briggate, Leeds LS1 6BR",
    valuers: ["Alice Bramham", "Femi Balogun"],
    subscribed: ["Alice Bramham"],
    negotiators: ["Josh Ineson"],
  },
  "Northgate Homes Sheffield": {
    brand: "Northgate Homes",
    phone: "+441142681133",
    address: "240 Fulwood Road, Sheffield S10 3BB",
    valuers: ["Gareth Lomas"],
    negotiators: ["Tanya Revill", "Dev Choudhury"],
    coordinator: "Pauline Staniforth",
    receives: ["seller"],
  },
  "Penrose Exeter": {
    brand: "Penrose",
    phone: "+441392274411",
    address: "15 Southernhay East, Exeter EX1 1NX",
    valuers: ["Demelza Trewin", "Oliver Pascoe"],
    subscribed: ["Demelza Trewin"],
    negotiators: ["Ross Kelland"],
    requests: ["buyer"],
    receives: ["buyer"],
  },
  "Penrose Bristol": {
    brand: "Penrose",
    phone: "+441179244190",
    address: "70 Whiteladies Road, Bristol BS8 2QA",
    valuers: ["Imogen Slade", "Kwame Mensah", "Toby Vowles"],
    subscribed: ["Imogen Slade", "Kwame Mensah"],
    negotiators: ["Freya Gane", "Ahmed Farah"],
    coordinator: "Lorraine Keel",
  },
  "Castle & Quay Bristol": {
    brand: "Castle & Quay",
    phone: "+441179293355",
    address: "4 Welsh Back, Bristol BS1 4SB",
    valuers: ["Dominic Haskins", "Sunita Rao"],
    negotiators: ["Ella Crook"],
  },
  "Castle & Quay Cardiff": {
    brand: "Castle & Quay",
    phone: "+442920387766",
    address: "33 Bute Street, Cardiff CF10 5LE",
    valuers: ["Catrin Howells", "Ibrahim Warsame"],
    subscribed: ["Catrin Howells"],
    negotiators: ["Lowri Mabbutt", "Gethin Rowlands"],
    coordinator: "Denise Attwell",
    requests: ["seller", "buyer"],
  },
  "Larkfield Estates Norwich": {
    brand: "Larkfield Estates",
    phone: "+441603621188",
    address: "9 Tombland, Norwich NR3 1HF",
    valuers: ["Philippa Gurney", "Jack Mace"],
    subscribed: ["Jack Mace"],
    negotiators: ["Holly Bunn"],
  },
  "Redbridge & Co Manchester": {
    brand: "Redbridge & Co",
    phone: "+441618610270",
    address: "462 Wilbraham Road, Manchester M21 0AG",
    valuers: ["Declan Rourke", "Saira Malik"],
    subscribed: ["Saira Malik"],
    negotiators: ["Beth Ogden", "Mo Siddiqui", "Kieran Platt"],
    coordinator: "Angela Hulme",
    receives: ["seller", "buyer"],
  },
  "Redbridge & Co Liverpool": {
    brand: "Redbridge & Co",
    phone: "+441517284460",
    address: "39 Allerton Road, Liverpool L18 1LG",
    valuers: ["Carmel Molyneux"],
    withoutEmail: ["Carmel Molyneux"],
    negotiators: ["Jamie Rimmer"],
  },
  Oakhanger: {
    brand: "Oakhanger",
    unnamed: true,
    phone: "+442076390145",
    address: "118 Bellenden Road, London SE15 4RQ",
    valuers: ["Cordelia Finch", "Raphael Amadi"],
    subscribed: ["Cordelia Finch"],
    coordinator: "Yolanda Price",
  },
  "Tŷ a Bwthyn Swansea": {
    brand: "Tŷ a Bwthyn",
    phone: "+441792361029",
    address: "501 Mumbles Road, Swansea SA3 4DH",
    valuers: ["Non Llewellyn", "Huw Bowen"],
    negotiators: ["Ffion Treharne"],
  },
  "Thirlwell and Daughter": {
    domain: "thirlwellanddaughter.example",
    phone: "+441912650933",
    address: "212 Chillingham Road, Newcastle upon Tyne NE6 5LP",
    valuers: ["Joan Thirlwell"],
    subscribed: ["Joan Thirlwell"],
  },
} as const satisfies Record<string, Office>;

export type OfficeName = keyof typeof offices;
