import { expect, test } from 'vitest';
import { places } from '../../server/product/application/places.ts';

const all = places();
const province = (name: string) => all.find((each) => each.name === name);
const cities = (name: string) => province(name)?.cities.map((city) => city.name) ?? [];

test('F09 no barangay is lost or counted twice', () => {
  const codes = all.flatMap(({ cities }) => cities.flatMap(({ code, items }) => items.map(([suffix]) => code + suffix)));
  expect(codes).toHaveLength(42_011);
  expect(new Set(codes).size).toBe(42_011);
});

test('every province has cities, every city barangays', () => {
  expect(all.filter(({ cities }) => cities.length === 0)).toEqual([]);
  expect(all.flatMap(({ cities }) => cities.filter(({ items }) => items.length === 0))).toEqual([]);
});

test('Metro Manila is listed as a province, with Manila by its districts', () => {
  expect(cities('Metro Manila')).toEqual(expect.arrayContaining(['Makati City', 'Quezon City', 'Pateros', 'Manila – Tondo I/II']));
});

test('cities with a province code are listed in the surrounding province', () => {
  expect(cities('Cebu')).toContain('Cebu City');
  expect(cities('Benguet')).toContain('Baguio City');
  expect(cities('Davao del Sur')).toContain('Davao City');
  expect(all.some(({ name }) => name.startsWith('City of'))).toBe(false);
});

test('lists are in alphabetical order', () => {
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...names].sort((left, right) => left.localeCompare(right, 'en', { numeric: true })));
});
