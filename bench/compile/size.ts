import type { Release } from '../../engine/compiler/types.ts';

/** The screen that every visit begins with. */
const screenId = 'start';

/** Bytes of all parts that one screen needs in one language, and of the words that every screen shares. */
export function screenBytes({ manifest, parts }: Release, language = 'en'): { screenBytes: number } {
  const screen = manifest.screens[screenId];
  if (!screen) throw new Error(`The configuration has no screen "${screenId}".`);
  const forms = screen.forms.flatMap((form) => [manifest.forms[form]?.definition, manifest.forms[form]?.module]);
  const names = [screen.definition, screen.expressions, screen.texts[language], manifest.commonTexts[language], ...forms];
  return { screenBytes: names.reduce((sum, name) => sum + (name ? (parts.get(name)?.body.length ?? 0) : 0), 0) };
}
