import type { ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";
import { LongSelect } from "./long-select.tsx";

/**
 * Asks for a dial code and a phone number. A number that starts with + replaces the dial code
 * (AMB-B15).
 */
export function PhoneField({
  name,
  value,
  country,
  autoComplete = "tel",
  ...frame
}: FieldProps &
  FieldTexts & {
    country: FieldProps;
    label: ReactNode;
    autoComplete?: string;
  }) {
  const { hint, disabled } = frame;
  return (
    <FieldFrame {...frame} errors={country.errors ?? frame.errors}>
      <div className="phone-field">
        <div>
          <label className="vh" htmlFor={country.id}>
            Country code
          </label>
          <LongSelect
            className="input"
            id={country.id}
            name={country.name}
            options={DIAL_CODE_CHOICES}
            chosen={country.value ?? "GB"}
            disabled={disabled}
            autoComplete="off"
            aria-invalid={country.errors ? true : undefined}
          />
        </div>
        <input
          className="input"
          type="tel"
          name={name}
          defaultValue={value}
          disabled={disabled}
          autoComplete={autoComplete}
          {...describe(frame, hint).control}
        />
      </div>
    </FieldFrame>
  );
}

/**
 * Country and dial code of each entry (AMB-B15, V-053). The table is compact, because every sign-up
 * page downloads it.
 */
const TABLE = `
GB44 AF93 AX358 AL355 DZ213 AS1 AD376 AO244 AI1 AG1 AR54 AM374 AW297 AC247 AU61 AT43 AZ994 BS1
BH973 BD880 BB1 BY375 BE32 BZ501 BJ229 BM1 BT975 BO591 BA387 BW267 BR55 IO246 VG1 BN673 BG359
BF226 BI257 KH855 CM237 CA1 CV238 BQ599 KY1 CF236 TD235 CL56 CN86 CX61 CC61 CO57 KM269 CG242
CD243 CK682 CR506 HR385 CU53 CW599 CY357 CZ420 DK45 DJ253 DM1 DO1 EC593 EG20 SV503 GQ240 ER291
EE372 SZ268 ET251 FK500 FO298 FJ679 FI358 FR33 GF594 PF689 GA241 GM220 GE995 DE49 GH233 GI350
GR30 GL299 GD1 GP590 GU1 GT502 GG44 GN224 GW245 GY592 HT509 HN504 HK852 HU36 IS354 IN91 ID62 IR98
IQ964 IE353 IM44 IL972 IT39 CI225 JM1 JP81 JE44 JO962 KZ7 KE254 KI686 XK383 KW965 KG996 LA856
LV371 LB961 LS266 LR231 LY218 LI423 LT370 LU352 MO853 MG261 MW265 MY60 MV960 ML223 MT356 MH692
MQ596 MR222 MU230 YT262 MX52 FM691 MD373 MC377 MN976 ME382 MS1 MA212 MZ258 MM95 NA264 NR674 NP977
NL31 NC687 NZ64 NI505 NE227 NG234 NU683 NF672 KP850 MK389 MP1 NO47 OM968 PK92 PW680 PS970 PA507
PG675 PY595 PE51 PH63 PL48 PT351 PR1 QA974 RE262 RO40 RU7 RW250 WS685 SM378 ST239 SA966 SN221
RS381 SC248 SL232 SG65 SX1 SK421 SI386 SB677 SO252 ZA27 KR82 SS211 ES34 LK94 BL590 SH290 KN1 LC1
MF590 PM508 VC1 SD249 SR597 SJ47 SE46 CH41 SY963 TW886 TJ992 TZ255 TH66 TL670 TG228 TK690 TO676
TT1 TA290 TN216 TR90 TM993 TC1 TV688 UG256 UA380 AE971 US1 UY598 VI1 UZ998 VU678 VA39 VE58 VN84
WF681 EH212 YE967 ZM260 ZW263
`;

export const DIAL_CODES = [...TABLE.matchAll(/([A-Z]{2})(\d+)/g)].map(
  ([, country = "", dialCode = ""]) => ({
    country,
    dialCode,
  }),
);

const names = new Intl.DisplayNames("en-GB", { type: "region" });

/**
 * Country names that differ from those in addresses (domain/shared/countries.ts) or between
 * browsers.
 */
const PLAIN_NAMES: Record<string, string> = {
  CD: "Congo (Democratic Republic)",
  CG: "Congo",
  CI: "Ivory Coast",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
  PS: "Palestine",
};

function countryName(country: string) {
  return PLAIN_NAMES[country] ?? (names.of(country) ?? country).replace(" & ", " and ");
}

export const DIAL_CODE_CHOICES = DIAL_CODES.map(({ country, dialCode }) => ({
  value: country,
  label: `${countryName(country)} +${dialCode}`,
}));
