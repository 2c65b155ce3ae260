// Writes the places of the Philippines into small files that the cascade widget fetches:
//   <out>/index.json       [{ code, name }], provinces
//   <out>/<province>.json    [{ code, name, items: [[suffix, name], …] }], cities with their barangays; code = city + suffix
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { places } from '../server/product/application/places.ts';

function write(folder) {
  mkdirSync(folder, { recursive: true });
  const all = places();
  writeFileSync(join(folder, 'index.json'), JSON.stringify(all.map(({ code, name }) => ({ code, name }))));
  for (const { code, cities } of all) writeFileSync(join(folder, `${code}.json`), JSON.stringify(cities));
}

if (process.argv[1] === import.meta.filename) write(process.argv[2] ?? 'dist/places');
