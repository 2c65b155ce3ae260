// Writes a .br and a .gz next to each text file of a folder, so that serving needs no compression.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const kinds = new Set(['.js', '.mjs', '.css', '.html', '.json', '.svg', '.webmanifest']);
const minBytes = 512;

const folder = process.argv[2] ?? 'dist';
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !kinds.has(extname(path)) || entry.name === 'index.html') continue;
  const body = readFileSync(path);
  if (body.length < minBytes) continue;
  // There are hundreds of small place files. Quality 9 keeps the build short and costs about 3 % in size.
  const quality = path.includes('places') ? 9 : 11;
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
