import type { Release } from '../../engine/compiler/types.ts';

/** The first screen of every visit. */
const screenId = 'start';

/** Bytes of all parts of one screen in one language, and of the texts shared by all screens. */
export function screenBytes({ manifest, parts }: Release, language = 'en'): { screenBytes: number } {
  const screen = manifest.screens[screenId];
  if (!screen) throw new Error(`The configuration has no screen "${screenId}".`);
  const forms = screen.forms.flatMap((form) => [manifest.forms[form]?.definition, manifest.forms[form]?.module]);
  const names = [screen.definition, screen.expressions, screen.texts[language], manifest.commonTexts[language], ...forms];
  return { screenBytes: names.reduce((sum, name) => sum + (name ? (parts.get(name)?.body.length ?? 0) : 0), 0) };
}
