import type { DecisionTable } from '../../config/flow.ts';
import type { FormSchema } from '../../config/form.ts';
import { valueAt } from '../../config/valueAt.ts';
import { createProver, isFinding, parseExpression, type Claim, type Node, type Scope } from '../../expression/index.ts';
import { rowName } from '../../flow/decide.ts';
import { stableJson } from '../../form/hash.ts';
import type { Analysis } from '../analysis.ts';
import { attached } from '../attached.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Sites } from '../names/walk.ts';
import { pointerToPath } from '../project/document.ts';
import { writtenValue, type Entry } from '../project/project.ts';
import { premisesOf } from './premises.ts';

type Site = Sites['expressions'][number];
type Prover = ReturnType<typeof createProver>;

/**
 * Reports conditions with an impossible outcome, whatever the values that they read, and table rows that other rows shadow. `explore`
 * searches whole flows and forms for the same faults.
 */
export function checkOutcomes(analysis: Analysis): Located[] {
  const { project, conditions, scopes, sites, ofEach } = analysis;
  const constants = project.one('settings')?.value.constants ?? {};
  const forms: ReadonlySet<string> = new Set(project.all('form').map(({ id }) => id));
  const provers = new Map<Scope, Prover>();
  const proverAt = (entry: Entry, site: Site): Prover => {
    const scope = scopes.at(entry, site);
    const prover =
      provers.get(scope) ??
      createProver({
        scope,
        conditions,
        constants,
        // A screen is visible while its forms are being filled in.
        ...(entry.kind === 'screen' && { partial: forms }),
      });
    provers.set(scope, prover);
    return prover;
  };
  // A migration reads answers of older releases, and a named condition is checked where it is used.
  const entries = project.entries.filter(({ kind }) => kind !== 'carryOver' && kind !== 'conditions');
  // A half-filled form may contain answers that its own conditions do not ask for yet.
  const premises = ({ kind }: Entry, sources: readonly string[]) => (readsStored.has(kind) ? premisesOf(sources, analysis) : []);
  const ofFile = (entry: Entry): Located[] => {
    const wanted = sites(entry).expressions.filter(({ expected, source }) => expected === 'bool' && !isLiteral(source));
    const found = once(
      wanted.flatMap((site) => {
        const given = [...claims(site.assumed, true), ...premises(entry, [site.source, ...site.assumed])];
        return outcomeFindings(entry, site, given, proverAt(entry, site)).map((finding) => ({ site, finding }));
      }),
    );
    const [first] = wanted;
    if (entry.kind === 'decisionTable' && first && found.length === 0)
      found.push(
        ...coveredRows(
          entry as Entry<DecisionTable>,
          premises(
            entry,
            wanted.map(({ source }) => source),
          ),
          proverAt(entry, first),
        ),
      );
    return found.map((finding) => ({ document: entry.document, finding }));
  };
  const whens = [...analysis.forms.values()].map(({ schema }) => whensOf(schema)).join('\n');
  const isStored = ({ kind }: Entry) => readsStored.has(kind);
  return [
    ...ofEach('outcomes of stored answers', entries.filter(isStored), ofFile, [whens]),
    ...ofEach(
      'outcomes',
      entries.filter((entry) => !isStored(entry)),
      ofFile,
    ),
  ];
}

/** Equal conditions in one file were copied together with their mistake, so only the first is reported. */
function once(found: readonly { site: Site; finding: Finding }[]): Finding[] {
  const isFirst = ({ site, finding }: (typeof found)[number], index: number) =>
    found.findIndex((each) => each.site.source === site.source && each.finding.code === finding.code) === index;
  return found.filter(isFirst).map(({ finding }) => finding);
}

/** Kinds whose expressions read answers in their saved form. */
const readsStored: ReadonlySet<string> = new Set(['decisionTable', 'flow', 'subFlow']);

/** The conditions under which a form asks for its answers. Premises read them for every form, even one that the file itself cannot read. */
const whensOf = attached(({ id, properties }: FormSchema): string =>
  JSON.stringify([id, Object.entries(properties).map(([name, each]) => [name, each['x-when']])]),
);

const isLiteral = (source: string): boolean => source.trim() === 'true' || source.trim() === 'false';

function claims(sources: readonly string[], is: boolean): Claim[] {
  return sources.flatMap((source) => {
    const node = parseExpression(source);
    return isFinding(node) ? [] : [{ node, is }];
  });
}

function outcomeFindings(entry: Entry, site: Site, given: readonly Claim[], prove: Prover): Finding[] {
  const node = parseExpression(site.source);
  if (isFinding(node)) return [];
  const { isTrue, isNot } = prove(given, node);
  // If the conditions above never hold, report those and not this one.
  if (isTrue === 'no' && isNot === 'no') return [];
  const finding = isTrue === 'no' ? neverTrue(entry, site) : isNot === 'no' ? alwaysTrue(entry, site) : undefined;
  return finding ? [{ ...finding, pointer: site.pointer }] : [];
}

type Said = Pick<Finding, 'code' | 'message'>;

function neverTrue(entry: Entry, site: Site): Said {
  const { owner, key, name } = placeOf(entry, site);
  if (owner === 'row') return { code: 'row-never-holds', message: `The ${name} never matches.` };
  if (owner === 'rule') return { code: 'rule-never-holds', message: `The rule "${name}" never holds.` };
  if (owner === 'step' && key === 'until') return { code: 'step-never-done', message: `Nobody can complete the step "${name}".` };
  if (owner === 'step') return { code: 'step-never-reached', message: `Nobody can reach the step "${name}".` };
  if (owner === 'field') return { code: 'never-true', message: `Nobody is asked for "${name}".` };
  return { code: 'never-true', message: 'This is never true.' };
}

function alwaysTrue(entry: Entry, site: Site): Said {
  const { owner, key, name } = placeOf(entry, site);
  if (owner === 'row') return { code: 'always-true', message: `The ${name} always matches, so the rows after it never decide.` };
  if (owner === 'rule') return { code: 'rule-never-fails', message: `The rule "${name}" never fails.` };
  if (owner === 'step' && key === 'when') return { code: 'always-true', message: `The step "${name}" is never skipped.` };
  if (owner === 'field') return { code: 'always-true', message: `Everybody is asked for "${name}".` };
  return { code: 'always-true', message: 'This is always true.' };
}

interface Placed {
  owner?: 'row' | 'rule' | 'step' | 'field';
  /** The key of the expression. */
  key: string;
  name: string;
}

/** The owner of a condition, for the wording of its finding. */
function placeOf(entry: Entry, { pointer }: Site): Placed {
  const { kind } = entry;
  const value = writtenValue(entry);
  const path = pointerToPath(pointer);
  const key = String(path.at(-1));
  const last = path.at(-2) ?? '';
  if (kind === 'decisionTable') return { owner: 'row', key, name: nameOfRow(value as DecisionTable, Number(last)) };
  if (kind === 'flow' || kind === 'subFlow') return { owner: 'step', key, name: String(valueAt(value, [...path.slice(0, -1), 'id'])) };
  if (key === 'assert') return { owner: 'rule', key, name: String(valueAt(value, [...path.slice(0, -1), 'error'])) };
  return key === 'x-when' ? { owner: 'field', key, name: last } : { key, name: '' };
}

/** Reports rows that the rows above them shadow completely. */
function coveredRows({ value }: Entry<DecisionTable>, premises: readonly Claim[], prove: Prover): Finding[] {
  const parsed = value.rows.flatMap(({ when }, index) => {
    const node = when === undefined ? undefined : parseExpression(when);
    return node && !isFinding(node) ? [{ node, index }] : [];
  });
  const told = new Set<string>();
  return parsed.flatMap(({ node, index }, at): Finding[] => {
    const takes = (rows: readonly Parsed[]) =>
      prove([...rows.map((row) => ({ node: row.node, is: false })), ...premises], node).isTrue === 'no';
    const above = parsed.slice(0, at);
    if (!takes(above)) return [];
    const alone = above.find((row) => takes([row]));
    // Without these rows, the row would decide some case.
    const needed = above.filter((row) => !takes(above.filter((other) => other !== row)));
    const by = alone ? [alone] : needed.length > 0 ? needed : above;
    const rows = by.map((row) => row.index);
    // `explore` reports rows that have no effect.
    if (haveSameOutcome(value, [...rows, index])) return [];
    // One row that is too broad can shadow many others.
    if (told.has(rows.join())) return [];
    told.add(rows.join());
    return [{ code: 'row-shadowed', pointer: `/rows/${index}`, message: `${coveredRow(value, index, rows)}.` }];
  });
}

interface Parsed {
  node: Node;
  index: number;
}

export const haveSameOutcome = ({ rows }: DecisionTable, indices: readonly number[]): boolean =>
  new Set(indices.map((index) => stableJson(rows[index]?.outcome))).size === 1;

/** Says which rows above shadow a row. */
export function coveredRow(table: DecisionTable, index: number, above: readonly number[]): string {
  const rows = above.map((each) => nameOfRow(table, each)).join(', ');
  return `The ${nameOfRow(table, index)} never decides: ${rows} above it already ${above.length === 1 ? 'covers' : 'cover'} all of its cases`;
}

/** The name of a row in findings. */
export function nameOfRow(table: DecisionTable, index: number): string {
  const name = rowName(table, index);
  return typeof name === 'string' ? `row "${name}"` : `row ${name}`;
}
