import type { CountryCode } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';

// The compiler needs only the countries. Importing the library's code would take longer than all checks of a login policy.

/** Whether the library knows the numbers of this country (ISO 3166-1 alpha-2). */
export const isCountry = (code: string): code is CountryCode => Object.hasOwn(metadata.countries, code);

/** 63 for PH. The code is the first entry of a country's metadata. */
export const callingCodeOf = (country: CountryCode): string => String(metadata.countries[country]?.[0]);
