import { COUNTRIES } from "#app/domain/properties/countries.ts";

/** For the country of an address (V-053). */
export const COUNTRY_CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
