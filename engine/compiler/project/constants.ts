import type { Settings, WrittenSettings } from '../../config/settings.ts';
import { valueAt } from '../../config/valueAt.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo, pointerToPath, type SourceDocument } from './document.ts';
import type { Entry } from './project.ts';
import type { CheckedFile } from './readProject.ts';

type Constants = Settings['constants'];
type Figure = Constants[string];

/**
 * Resolves each constant that takes its value from another file. Settings with an unresolved constant count as broken, because otherwise
 * everything that reads it would be reported as well.
 */
export function withConstants(
  entries: readonly Entry[],
  files: readonly CheckedFile[],
): { entries: Entry[]; found: Located[]; broken: string[] } {
  const found: Located[] = [];
  const broken: string[] = [];
  const resolved = entries.flatMap((entry) => {
    if (entry.kind !== 'settings') return [entry];
    const written = entry.value as WrittenSettings;
    const taken = Object.entries(written.constants).flatMap(([name, value]) =>
      typeof value === 'object' ? [[name, value.from] as const] : [],
    );
    if (taken.length === 0) return [entry];
    const results = taken.map(([name, from]) => [name, figureAt(from, files)] as const);
    for (const [name, result] of results) {
      if ('finding' in result)
        found.push({ document: entry.document, finding: { ...result.finding, pointer: `${pointerTo('/constants', name)}/from` } });
    }
    const figures = Object.fromEntries(results.flatMap(([name, result]) => ('figure' in result ? [[name, result.figure]] : [])));
    if (Object.keys(figures).length === taken.length) return [settingsWith(entry, figures)];
    broken.push(`settings/${entry.id}`);
    return [];
  });
  return { entries: resolved, found, broken };
}

/** The last result for each settings file. Unchanged settings stay the same object, so that nothing downstream is recomputed. */
const known = new WeakMap<Entry, { figures: string; settings: Entry }>();

function settingsWith(entry: Entry, given: Constants): Entry {
  const written = entry.value as WrittenSettings;
  const figures = JSON.stringify(given);
  const last = known.get(entry);
  if (last?.figures === figures) return last.settings;
  const constants = Object.fromEntries(
    Object.entries(written.constants).map(([name, value]) => [name, typeof value === 'object' ? (given[name] ?? '') : value]),
  );
  const value: Settings = { ...written, constants };
  const settings: Entry = { ...entry, value, written };
  known.set(entry, { figures, settings });
  return settings;
}

type Result = { figure: Figure } | { finding: Omit<Finding, 'pointer'> } | { isUnreadable: true };

/** @param from `<file>#<JSON pointer>` */
function figureAt(from: string, files: readonly CheckedFile[]): Result {
  const [path = '', pointer = ''] = from.split('#');
  const at = pointerToPath(pointer);
  const file = files.find(({ document }) => document.path === path);
  if (!file) {
    const others = files.filter(({ document }) => isFigure(valueAt(document.value, at)));
    return nothing(
      `There is no file ${path}.`,
      from,
      others.map(({ document }) => `${document.path}#${pointer}`),
    );
  }
  if (!file.entry) return { isUnreadable: true };
  const value = valueAt(file.document.value, at);
  if (isFigure(value)) return { figure: value };
  const message = value === undefined ? `${path} has no ${pointer}.` : `${pointer} of ${path} is not a text, a number or a boolean.`;
  return nothing(message, from, figuresOf(file.document));
}

const nothing = (message: string, written: string, candidates: string[]): Result => ({
  finding: { code: 'unknown-figure', message, ...nearMiss(written, candidates) },
});

const isFigure = (value: unknown): value is Figure => ['string', 'number', 'boolean'].includes(typeof value);

/** All primitive values of a file, as constants refer to them. */
function figuresOf({ path, value }: SourceDocument): string[] {
  const within = (inner: unknown, pointer: string): string[] => {
    if (isFigure(inner)) return [`${path}#${pointer}`];
    if (typeof inner !== 'object' || inner === null) return [];
    return Object.entries(inner).flatMap(([key, part]) => within(part, pointerTo(pointer, key)));
  };
  return within(value, '');
}
