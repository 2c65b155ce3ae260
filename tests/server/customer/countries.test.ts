import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { callingCodeOf, isCountry } from '../../../server/platform/customer/countries.ts';

test('knows the countries of the telephone library and their calling codes', () => {
  const countries = getCountries();
  expect(countries.length).toBeGreaterThan(200);
  expect(countries.filter((country) => !isCountry(country) || callingCodeOf(country) !== getCountryCallingCode(country))).toEqual([]);
  expect(['XX', 'ph', '', 'toString'].filter(isCountry)).toEqual([]);
});
