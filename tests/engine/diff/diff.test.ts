import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff, type Change } from '../../../engine/diff/index.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import breaking from '../../cases/diff/breaking.json' with { type: 'json' };
import look from '../../cases/diff/look.json' with { type: 'json' };
import rule from '../../cases/diff/rule.json' with { type: 'json' };
import same from '../../cases/diff/same.json' with { type: 'json' };
import { claimFiles, claimRegistry } from '../compiler/fixtures/shipped.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { household, householdFiles } from '../compiler/fixtures/household.ts';
import { registry as club } from '../compiler/fixtures/registry.ts';
import { apply, type DiffCase } from './edit.ts';

const registry: Registry = { ...club, effects: { verify: { name: 'verify', description: 'Verifies.', reads: ['person.nick'] } } };
const files = clubFiles();
const tables = { same, look, rule, breaking } as unknown as Record<string, DiffCase[]>;
const cases = Object.values(tables).flat();

const after = ({ edits }: DiffCase, from: readonly SourceFile[] = files) => edits.reduce(apply, [...from]);
const brief = ({ class: name, code, direction }: Change) => [name, ...(direction && name === 'RULE' ? [direction] : []), code].join(' ');
const briefly = (changes: readonly Change[]) => changes.map(brief).sort();

describe.each(Object.entries(tables))('an edit is told as what it means (%s):', (_table, rows) => {
  test.each(rows)('$name', (row) => {
    expect(briefly(diff(files, after(row), registry))).toEqual(row.expect.toSorted());
  });
});

test('every change has a position in its configuration and says whom it affects', () => {
  const wrong = cases.flatMap((row) => {
    const edited = after(row);
    return diff(files, edited, registry).flatMap((change) => {
      const text = (change.side === 'before' ? files : edited).find(({ path }) => path === change.file)?.text ?? '';
      const isPlaced = change.line <= text.split('\n').length;
      const isSaid = change.why !== '' && change.who !== '';
      const isTaken = (change.class === 'DRAFT-BREAKING') === (change.loses !== undefined);
      return isPlaced && isSaid && isTaken ? [] : [`${row.name}: ${change.message}`];
    });
  });
  expect(wrong).toEqual([]);
});

/** The index of the claim's step with this property. */
function claimStep(property: string): number {
  const text = claimFiles.find(({ path }) => path === 'flows/claim.flow.json')?.text ?? '';
  return (JSON.parse(text) as { steps: object[] }).steps.findIndex((step) => property in step);
}

test('R12 changes to steps for each item are told at the file of the sub-flow, by what they break', () => {
  const told = (...edits: Parameters<typeof apply>[1][]) =>
    diff(claimFiles, edits.reduce(apply, [...claimFiles]), claimRegistry).map((change) => `${brief(change)} ${change.file}`);
  const steps = `/steps/${claimStep('subFlow')}`;
  expect(told({ file: 'flows/claim.flow.json', set: `${steps}/when`, to: 'item.pesos > 3000' })).toEqual([
    'RULE changed step-when-changed flows/valuable.subFlow.json',
    'RULE changed step-when-changed flows/valuable.subFlow.json',
  ]);
  expect(told({ file: 'flows/valuable.subFlow.json', remove: '/steps/1' })).toEqual([
    'DRAFT-BREAKING step-removed flows/valuable.subFlow.json',
  ]);
  expect(told({ file: 'flows/claim.flow.json', remove: `${steps}/forEach` }).filter((change) => change.startsWith('DRAFT'))).toEqual([
    'DRAFT-BREAKING step-items-changed flows/valuable.subFlow.json',
    'DRAFT-BREAKING step-items-changed flows/valuable.subFlow.json',
  ]);
});

test('R10 a guest who answers a step instead of the customer is told', () => {
  const at = claimStep('guest');
  const days = apply(claimFiles, { file: 'flows/claim.flow.json', set: `/steps/${at}/guest/days`, to: 3 });
  expect(briefly(diff(claimFiles, days, claimRegistry))).toEqual(['RULE changed step-guest-changed']);
  const [change] = diff(claimFiles, apply(claimFiles, { file: 'flows/claim.flow.json', remove: `/steps/${at}/guest` }), claimRegistry);
  expect(change).toMatchObject({
    code: 'step-guest-changed',
    message: 'claim.witness is answered by the customer and no longer by a guest.',
  });
});

test('removals are reported at their old line, additions at their new line', () => {
  const [gone] = diff(files, apply(files, { file: 'flows/joining.flow.json', remove: '/steps/1' }), registry);
  expect(gone).toMatchObject({
    side: 'before',
    file: 'flows/joining.flow.json',
    line: 12,
    affects: { steps: ['joining.sports'], screens: ['sports'] },
  });
  const added = apply(files, { file: 'schemas/enums/sport.schema.json', set: '/enum/-', to: 'ski' });
  expect(diff(files, added, registry)[0]).toMatchObject({
    side: 'after',
    file: 'schemas/enums/sport.schema.json',
    line: 9,
    affects: { answers: ['sports.sport'] },
  });
});

test('equal configurations have no difference after any edits', () => {
  expect(cases.filter((row) => diff(after(row), after(row), registry).length > 0)).toEqual([]);
});

const filesOf = ({ edits }: DiffCase) => edits.map(({ file }) => file);

test('combined edits of different files are reported like single ones', () => {
  const shared = new Set(['schemas/formats/nick.schema.json', 'schemas/enums/sport.schema.json']);
  fc.assert(
    fc.property(fc.subarray(cases, { minLength: 2, maxLength: 5 }), (rows) => {
      const all = rows.flatMap((row) => [...new Set(filesOf(row))]);
      fc.pre(new Set(all).size === all.length && !all.some((path) => shared.has(path) || path.startsWith('schemas/forms/')));
      const together = rows.reduce((from, row) => after(row, from), [...files] as SourceFile[]);
      const alone = rows.flatMap((row) => diff(files, after(row), registry));
      const places = (changes: readonly Change[]) =>
        [...new Set(changes.map((each) => `${brief(each)} ${each.file}${each.pointer}`))].sort();
      expect(places(diff(files, together, registry))).toEqual(places(alone));
    }),
    { numRuns: 60 },
  );
});

describe('R12 a change inside an object or a list', () => {
  const { work, children } = household.properties;
  const { items } = children;
  const changes = (properties: object) =>
    diff(householdFiles(), householdFiles({ ...household, properties: { ...household.properties, ...properties } }), registry).map(
      ({ class: name, pointer, message }) => `${name} ${pointer} ${message}`,
    );
  const withPart = (part: object) => ({ children: { ...children, items: { ...items, properties: { ...items.properties, ...part } } } });

  test('names the part whose condition or limit changed', () => {
    const company = { ...work.properties.company, 'x-when': '!self.isEmployed' };
    expect(changes({ work: { ...work, properties: { ...work.properties, company } } })).toEqual([
      'RULE /properties/work/properties/company/x-when household.work.company: It was asked for while self.isEmployed, and is now while !self.isEmployed.',
    ]);
    expect(changes(withPart({ name: { ...items.properties.name, maxLength: 5 } }))).toEqual([
      'RULE /properties/children/items/properties/name/maxLength household.children.name: maxLength was 12 and is 5.',
    ]);
  });

  test('reports new parts, and that the answer has become sensitive', () => {
    expect(changes(withPart({ nick: { type: 'string' } }))).toEqual([
      'RULE /properties/children/items/properties/nick household.children: Its part "nick" is new and optional.',
    ]);
    expect(changes(withPart({ name: { ...items.properties.name, 'x-sensitive': 'pii' } }))[0]).toMatch(
      /^RULE .* It was not sensitive and is personal data \(pii\)\. It is encrypted, and masked in logs and on staff screens from now on\.$/,
    );
  });

  test('reports the rule of the items', () => {
    const { 'x-rules': _rules, ...unruled } = items;
    expect(changes({ children: { ...children, items: unruled } })).toEqual([
      expect.stringMatching(/^RULE \/properties\/children\/items\/x-rules\/0 household: The rule "form\.children\.filter.* was removed/),
    ]);
  });
});
