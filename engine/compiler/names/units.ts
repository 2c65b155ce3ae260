import { valueAt } from '../../config/valueAt.ts';
import { checkExpression } from '../../expression/index.ts';
import { isPlainObject } from '../../form/empty.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerToPath } from '../project/document.ts';
import type { Sites } from './walk.ts';

type Site = Sites['expressions'][number];

/** The formats that display hundredths as an amount. */
export const amountFormats: readonly string[] = ['money', 'moneyExact'];

/** The formats that fit a value, by the unit suffix of its name. */
const formatsByUnit: readonly (readonly [unit: RegExp, formats: readonly string[]])[] = [
  [/Cents$/, amountFormats],
  [/Ppm$/, ['percent']],
  [/(Days|Minutes|Hours|Months|Seconds|Count)$/, ['number', 'text']],
];

const numberFormats: ReadonlySet<string> = new Set([...amountFormats, 'percent', 'number']);
const dayFormats: ReadonlySet<string> = new Set(['date', 'dateTime']);

/** Checks that rows of screens format values according to their type and unit, and show no value twice. */
export function checkUnits({ project, sites, scopes, conditions, ofEach }: Analysis): Located[] {
  return ofEach('units', project.all('screen'), (entry) => {
    const rows = sites(entry).expressions.flatMap((site) => rowAt(site, entry.value));
    const kindOf = ({ site }: Row) => {
      const { type } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions);
      return type.kind === 'optional' ? type.item?.kind : type.kind;
    };
    const unlike = rows.flatMap((row) => [...unlikeUnit(row), ...unlikeType(row, kindOf(row))].slice(0, 1));
    return [...unlike, ...repeated(rows)].map((finding): Located => ({ document: entry.document, finding }));
  });
}

interface Row {
  site: Site;
  /** Pointer of the list that contains the row. */
  list: string;
  as: string;
  when: string;
}

/** The row of a list whose `value` is this expression. */
function rowAt(site: Site, screen: unknown): Row[] {
  const path = pointerToPath(site.pointer);
  const row = valueAt(screen, path.slice(0, -1));
  if (path.at(-1) !== 'value' || path.at(-3) !== 'items' || !isPlainObject(row)) return [];
  const { as = 'text', when = '' } = row;
  return [{ site, list: path.slice(0, -2).join('/'), as: String(as), when: String(when) }];
}

function unlikeUnit({ site: { source, pointer }, as }: Row): Finding[] {
  // Only a plain name reveals its unit. A calculation may convert it.
  const [, formats] = /^[\w.?]+$/.test(source) ? (formatsByUnit.find(([unit]) => unit.test(source)) ?? []) : [];
  if (!formats || formats.includes(as)) return [];
  const message = `"${source}" is shown as ${as}, but its name says otherwise.`;
  return [{ code: 'wrong-format', pointer, message, fix: `Set "as" to ${formats.map((format) => `"${format}"`).join(' or ')}.` }];
}

function unlikeType({ site: { source, pointer }, as }: Row, kind: string | undefined): Finding[] {
  const isNumber = kind === 'int' || kind === 'double';
  if (!(kind === 'string' && numberFormats.has(as)) && !(isNumber && dayFormats.has(as))) return [];
  const message = `"${source}" is shown as ${as}, but it is a ${isNumber ? 'number' : 'text'}.`;
  const fix = isNumber ? 'Set "as" to a format of numbers.' : 'Set "as" to "text", "date" or "dateTime".';
  return [{ code: 'wrong-format', pointer, message, fix }];
}

/** If two rows have the same value, one is superfluous or was copied. */
function repeated(rows: readonly Row[]): Finding[] {
  return rows.flatMap(({ site, list, when }, index): Finding[] => {
    const before = rows.slice(0, index).find((each) => each.list === list && each.when === when && each.site.source === site.source);
    if (!before || site.source.startsWith("'")) return [];
    return [{ code: 'repeated-value', pointer: site.pointer, message: `A row above shows "${site.source}" already.` }];
  });
}
