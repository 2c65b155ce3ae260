// Writes a .br and a .gz beside each text file of a folder: compressing at build time costs nothing when serving.
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
  // The hundreds of place files are many and small: quality 9 keeps the build short at a cost of about 3 %.
  const quality = path.includes('places') ? 9 : 11;
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
