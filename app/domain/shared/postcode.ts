/** A UK postcode in upper case. The last two letters are never C, I, K, M, O or V. */
const UK =
  /^(?:GIR ?0AA|(?:[A-PR-UWYZ](?:[0-9]{1,2}|[A-HK-Y][0-9]{1,2}|[0-9][A-HJKPSTUW]|[A-HK-Y][0-9][ABEHMNPRVWXY])) ?[0-9][ABD-HJLNP-UW-Z]{2})$/;

const MAX_LENGTH = 20;

const PUNCTUATION = /[\s\p{P}]/gu;

/**
 * Formats a postcode of the UK, the Channel Islands or the Isle of Man (C-029). Returns null if it
 * is invalid (C-028).
 */
export function formatUkPostcode(typed: string): string | null {
  if (typed.length > MAX_LENGTH) return null;
  const compact = typed.toUpperCase().replace(PUNCTUATION, "");
  return UK.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : null;
}

/**
 * Returns true for the number of a forces post office, such as "BFPO 61", which some people type
 * instead of a postcode.
 */
export function isForcesPostOffice(typed: string): boolean {
  const compact = typed.slice(0, MAX_LENGTH).toUpperCase().replace(PUNCTUATION, "");
  return /^BFPO\d*$/.test(compact);
}

/**
 * Formats of postcodes, with their countries: n is a digit, a is a letter and x is either. Spaces
 * and punctuation are optional.
 */
const SHAPES: readonly (readonly [shapes: string, countries: string])[] = [
  ["nnn", "FO GN IS LS MG OM PG"],
  [
    "nnnn",
    "AF AL AM AT AU BD BE BG CC CH CV CX CY DK ET GE GL GW HM HU LI LU MK MZ NE NF NO NZ PH PY SI SJ TN ZA",
  ],
  [
    "nnnnn",
    "AX BA BL BT CR CU DE DO DZ EE EG ES FI FR GF GP GT HN HR ID IQ IT JO KE KR KW LA LK LY MA MC ME MF MM MQ MV MX MY NC NI NP PE PF PK PM RE RS SD SM SN TH TR UA UY VA WF XK YT ZM",
  ],
  ["nnnnn|nnnnn-nnnn", "AS FM GU MH MP PR PW US VI"],
  ["nnnnnn", "BY CN CO EC IN KG NG RO RU SG TJ TM TT UZ"],
  ["nnnnnn|nnnnn", "KH MN VN"],
  ["nnnnnn|annanan", "KZ"],
  ["nnnnnnn", "CL"],
  ["nnnnnnn|nnnnn", "IL"],
  ["nnnnn|nnnnnnnnn", "SA"],
  ["nnnnn-nnnnn|nnnnn", "IR"],
  ["nnn-nnnn", "JP"],
  ["nnnn-nnn", "PT"],
  ["nnnnn-nnn", "BR"],
  ["nn-nnn", "PL"],
  ["nnn nn", "CZ GR SE SK"],
  ["nnnn aa", "NL"],
  ["axx xxxx", "IE"],
  ["ana nan", "CA"],
  ["nnnn|annnnaaa", "AR"],
  ["nnnn|nnnn nnnn", "LB"],
  ["nnnn|nnnn-a", "VE"],
  ["aaa nnnn", "MT"],
  ["aa nn|aa aa", "BM"],
  ["aannnn", "BN"],
  ["annn", "SZ"],
  ["nnn|nnnnn|nnnnnn", "TW"],
  ["ADnnn", "AD"],
  ["AZ nnnn|nnnn", "AZ"],
  ["LV-nnnn|nnnn", "LV"],
  ["LT-nnnnn|nnnnn", "LT"],
  ["MD-nnnn|nnnn", "MD"],
  ["HTnnnn|nnnn", "HT"],
  ["BBnnnnn", "BB"],
  ["VCnnnn", "VC"],
  ["VGnnnn", "VG"],
  ["LCnn nnn", "LC"],
  ["KYn-nnnn", "KY"],
  ["AI-nnnn", "AI"],
  ["MSRnnnn|nnnn", "MS"],
  ["GX11 1AA", "GI"],
  ["FIQQ 1ZZ", "FK"],
  ["SIQQ 1ZZ", "GS"],
  ["BBND 1ZZ", "IO"],
  ["PCRN 1ZZ", "PN"],
  ["TKCA 1ZZ", "TC"],
  ["STHL 1ZZ|ASCN 1ZZ|TDCU 1ZZ", "SH"],
  ["CP nnnn|nnnn", "SV"],
];

const LIKE_THE_UK = new Set(["GB", "GG", "JE", "IM"]);

const NO_POSTCODE_COUNTRIES = new Set(
  "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM EH ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LR ML MO MR MU MW NA NR NU PA PS QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TV TZ UG VU WS YE ZW".split(
    " ",
  ),
);

const shapesByCountry = new Map(
  SHAPES.flatMap(([shapes, countries]) =>
    countries.split(" ").map((country) => [country, shapes.split("|")] as const),
  ),
);

/**
 * Formats a postcode for its country (C-030, V-049, AMB-C18). Returns null if it is invalid
 * (C-031), and "" if it is empty and the country needs none. A postcode of a country that is not
 * listed may have 2 to 12 letters and digits.
 */
export function formatPostcode(countryCode: string, typed: string): string | null {
  if (typed.length > MAX_LENGTH) return null;
  if (LIKE_THE_UK.has(countryCode)) return formatUkPostcode(typed);
  const postcode = typed.trim().toUpperCase().replace(/\s+/g, " ");
  if (postcode === "" && NO_POSTCODE_COUNTRIES.has(countryCode)) return "";
  const shapes = shapesByCountry.get(countryCode);
  if (!shapes) return /^[A-Z0-9][A-Z0-9 -]{0,10}[A-Z0-9]$/.test(postcode) ? postcode : null;
  const compact = postcode.replace(PUNCTUATION, "");
  for (const shape of shapes) {
    const written = write(compact, shape);
    if (written !== null) return written;
  }
  return null;
}

const KINDS: Readonly<Record<string, RegExp>> = { n: /[0-9]/, a: /[A-Z]/, x: /[A-Z0-9]/ };

/**
 * Formats a postcode with the spaces and hyphens of `shape`. Returns null if its characters do not
 * fit.
 */
function write(compact: string, shape: string): string | null {
  let written = "";
  let next = 0;
  for (const place of shape) {
    if (place === " " || place === "-") {
      written += place;
      continue;
    }
    const character = compact[next++] ?? "";
    const fits = KINDS[place]?.test(character) ?? place === character;
    if (!fits) return null;
    written += character;
  }
  return next === compact.length ? written : null;
}

const ELSEWHERE = [
  ["Scotland", /^(?:AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|TD|ZE)\d/],
  ["Northern Ireland", /^BT\d/],
  ["Isle of Man", /^IM\d/],
  ["Jersey", /^JE\d/],
  ["Guernsey", /^GY\d/],
] as const;

/** Postcode districts in the area TD that are in England, around Berwick and Cornhill-on-Tweed. */
const ENGLISH_TD = /^TD1[25](?=\d[A-Z]{2}$)/;

type Elsewhere = (typeof ELSEWHERE)[number][0];

/**
 * Returns the part of the UK that a postcode is in if that is not England or Wales, otherwise null.
 * Property law is different there, so pages should warn about the postcode but not reject it
 * (AMB-C19).
 */
export function outsideEnglandAndWales(postcode: string): Elsewhere | null {
  const compact = formatUkPostcode(postcode)?.replace(" ", "");
  if (!compact || ENGLISH_TD.test(compact)) return null;
  return ELSEWHERE.find(([, area]) => area.test(compact))?.[0] ?? null;
}
