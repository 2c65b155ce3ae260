import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers } from '../../../engine/fake/index.ts';
import { patternTexts } from '../../../engine/fake/patternText.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { shippedRelease } from '../../config/shipped.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(await shippedRelease());
});

const surroundings = () => {
  const { constants, features } = open.settings;
  return { answers: {}, session: { phone: '9170000000', imageCodeRequired: true }, today: '2026-03-01', constants, features };
};
const formsOf = () =>
  Object.values(open.forms).map(({ module, schema }) => fakeForm(module, schema, open.settings.constants, open.conditions));

describe('texts of a pattern', () => {
  const patterns = [
    '^a{3}$',
    '^(ab|c)+d?$',
    '^[A-Z]{2}-\\d{1,3}$',
    '^\\p{Script=Latin}[\\p{L} .]*$',
    'x',
    '^(?=.*1)[a1]{4}$',
    '^[^\\p{Script=Han}]*$',
  ];

  test.each(patterns)('fit %s at every length', (pattern) => {
    const texts = patternTexts(pattern, { minLength: 1, maxLength: 12 });
    const made = (texts?.lengths ?? []).flatMap((length) => texts?.text(length, createRandom(length)) ?? []);
    expect(made.length).toBeGreaterThan(0);
    for (const text of made) expect(text).toMatch(new RegExp(pattern, 'u'));
  });

  test('have the requested length', () => {
    const texts = patternTexts('^(ab|cde)+$', { maxLength: 9 });
    expect(texts?.lengths).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    fc.assert(
      fc.property(fc.constantFrom(...(texts?.lengths ?? [])), fc.nat(), (n, seed) => texts?.text(n, createRandom(seed))?.length === n),
    );
  });

  test('are absent if nothing fits', () => {
    expect(patternTexts('^a{5}$', { maxLength: 4 })).toBeUndefined();
    expect(patternTexts('^(a)\\1$')).toBeUndefined();
  });
});

describe('generated answers for every shipped form', () => {
  test("that are valid pass the release's module, even at the boundaries", () => {
    for (const form of formsOf()) {
      for (const kind of ['valid', 'boundary'] as const) {
        for (let seed = 0; seed < 15; seed++) {
          const around = surroundings();
          const answers = fakeAnswers(form, { surroundings: around, random: createRandom(seed), kind });
          expect([form.module.id, kind, seed, answers]).not.toContain(undefined);
          expect(checkForm(form.module, contextOf(around, form.module.id, answers ?? {}))).toEqual([]);
        }
      }
    }
  });

  test('that are invalid break exactly their rule', () => {
    const broken = new Set<string>();
    for (const form of formsOf()) {
      for (let seed = 0; seed < 12; seed++) {
        for (const { answers, breaks } of faultyAnswers(form, { surroundings: surroundings(), random: createRandom(seed) })) {
          const problems = checkForm(form.module, contextOf(surroundings(), form.module.id, answers));
          expect(new Set(problems.map(({ code }) => code))).toEqual(new Set([breaks.code]));
          expect(problems.map(({ path }) => path)).toContain(breaks.path);
          broken.add(`${form.module.id} ${breaks.code}`);
        }
      }
    }
    const rules = formsOf().flatMap(({ module }) => module.rules.map(({ error }) => `${module.id} ${error}`));
    // This rule compares with the borrower's own names, which fake sessions do not have.
    expect(rules.filter((rule) => !broken.has(rule))).toEqual(['signature notYours']);
  });

  test('are the same for the same seed', () => {
    const make = () => formsOf().map((form) => fakeAnswers(form, { surroundings: surroundings(), random: createRandom(7) }));
    expect(make()).toEqual(make());
  });
});
