import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const codeFolders = ['engine', 'server', 'src'];
/** These change with the installed packages. */
const packageFiles = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * Fingerprint of the code that runs checks: Node with its language data, the packages, and the files of the platform and the product, by
 * size and modification time. Reading the files would take longer.
 *
 * @param roots folders of the platform and of the product
 */
export function codeVersion(roots: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(process.versions));
  for (const root of new Set(roots)) {
    for (const file of packageFiles) hash.update(stampOf(join(root, file)));
    for (const folder of codeFolders) {
      const names = readNames(join(root, folder)).toSorted();
      for (const name of names) hash.update(stampOf(join(root, folder, name)));
    }
  }
  return hash.digest('hex');
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.([cm]?[jt]sx?|json)$/.test(name));
  } catch {
    return [];
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return `${file} ${found ? `${found.size} ${found.mtimeMs}` : 'absent'}\n`;
}
