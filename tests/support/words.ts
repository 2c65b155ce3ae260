import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

type Words = { [key: string]: string | Words };

/** All texts of a language by dotted key, beginning with the path of their file: `screens.start.title`. */
export function wordsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (words: Words, prefix: string) => {
    for (const [key, value] of Object.entries(words)) {
      if (key === '$schema') continue;
      if (typeof value === 'string') texts.set(`${prefix}.${key}`, value);
      else walk(value, `${prefix}.${key}`);
    }
  };
  const folder = join(root, 'locales', language);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'))) {
    const prefix = name.replace('.json', '').replace(/[\\/]/, '.');
    walk(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Words, prefix);
  }
  return texts;
}
