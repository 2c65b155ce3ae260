import type { OpenRelease } from '../compiler/index.ts';
import { valueAt } from '../config/valueAt.ts';
import { isPlainObject } from '../form/empty.ts';
import { nearMiss } from '../expression/index.ts';
import { Behaviour } from '../recording/index.ts';
import { said } from './compare.ts';
import { WrongStep } from './steps.ts';

/** Returns the text that a screen would show for this data, in order: filled texts and values. Items of lists are not repeated. */
export function sayings(release: OpenRelease, { screen, with: given = {} }: Look, today: string): string[] {
  const lines = new Behaviour(release, today).screen(screen, given);
  if (lines) return lines.flatMap((line) => leaves(JSON.parse(line) as unknown, release));
  const { fix = '' } = nearMiss(screen, Object.keys(release.screens));
  throw new WrongStep('/look/screen', `There is no screen "${screen}". ${fix}`.trim());
}

interface Look {
  screen: string;
  with?: Readonly<Record<string, unknown>>;
}

function leaves(value: unknown, release: OpenRelease): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, release));
  if (!isPlainObject(value)) return value === undefined || value === null ? [] : [spoken(value)];
  if (typeof value['text'] === 'string') return [filled(value['text'], value['with'], release)];
  return Object.values(value).flatMap((each) => leaves(each, release));
}

const spoken = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats depend on the language of a device, so values are inserted raw. */
const filled = (text: string, values: unknown, { settings }: OpenRelease): string =>
  text.replaceAll(/\{\{([\w.]+)[^}]*\}\}/g, (whole, name: string) =>
    spoken(valueAt({ ...Object(values), constants: settings.constants }, name) ?? whole),
  );

/** Reports the first text that does not follow the ones before it. */
export function unsaid(expected: readonly string[], actual: readonly string[]): string | undefined {
  let from = 0;
  for (const [index, each] of expected.entries()) {
    const place = actual.indexOf(each, from);
    if (place < 0)
      return `Expected ${said(each)}${index === 0 ? '' : ` after ${said(expected[index - 1])}`}, but the screen shows ${said(actual)}.`;
    from = place + 1;
  }
  return undefined;
}
