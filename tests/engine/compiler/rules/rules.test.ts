import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCompiler, fix, rulesOf } from '../../../../engine/compiler/index.ts';
import { caseGaps } from '../../../../engine/cases/index.ts';
import type { CompileResult, Diagnostic, SourceFile } from '../../../../engine/compiler/types.ts';
import { exploreRules } from '../../../../engine/config/rules/explore.ts';
import { createExplorer } from '../../../../engine/explore/index.ts';
import { registry } from '../fixtures/registry.ts';
import { claimRegistry, deskRegistry, shippedRegistry, studioRegistry } from '../fixtures/shipped.ts';
import { filesOf, ruleCases, type RuleCase } from './cases.ts';
import { indexOf, pageOf } from './page.ts';

const rules = { ...rulesOf(shippedRegistry), ...rulesOf(deskRegistry), ...rulesOf(studioRegistry) };
const compilers = {
  club: createCompiler(registry),
  shipped: createCompiler(shippedRegistry),
  claim: createCompiler(claimRegistry),
  desk: createCompiler(deskRegistry),
  studio: createCompiler(studioRegistry),
};
const compilerOf = ({ project }: RuleCase) => compilers[project ?? 'club'];

/** Caches the result for the good files of a case, which most cases share unchanged. */
function ofGood<Result>(made: Map<string, Promise<Result>>, each: RuleCase, make: () => Promise<Result>): Promise<Result> {
  if (each.edits.some(({ create, good }) => create && good !== undefined)) return make();
  const project = each.project ?? 'club';
  const result = made.get(project) ?? make();
  made.set(project, result);
  return result;
}

/** Rules that only report a state and have no bad case. */
const telling = new Set(['completeness', 'partly-translated']);
/** Found by exploring a release, not by compiling it. */
const isExplored = (code: string): boolean => Object.hasOwn(exploreRules, code);

const found = ({ diagnostics }: CompileResult) => diagnostics.filter(({ severity }) => severity !== 'info');

/** `file:line:column`; for the other projects, `file: text of the line`. */
function placeOf(finding: Diagnostic | undefined, files: readonly SourceFile[], project: RuleCase['project']): string {
  const { file = '', line = 0, column = 0 } = finding ?? {};
  const written = files
    .find(({ path }) => path === file)
    ?.text.split('\n')
    .at(line - 1)
    ?.trim();
  return project ? `${file}: ${written}` : `${file}:${line}:${column}`;
}

describe('K05 the bad case of each rule gives only this rule at its place, and the good one gives nothing:', () => {
  const compiled = new Map<string, Promise<CompileResult>>();

  test.each(ruleCases.filter(({ code }) => !isExplored(code)))('$code', async (each) => {
    const compiler = compilerOf(each);
    expect(found(await ofGood(compiled, each, () => compiler.compile(filesOf(each, 'good'))))).toEqual([]);
    const files = filesOf(each, 'bad');
    const [first, ...more] = found(await compiler.compile(files));
    expect(first).toMatchObject({ code: each.code, message: each.says });
    expect(more.filter(({ code }) => code !== each.code)).toEqual([]);
    expect(placeOf(first, files, each.project)).toBe(each.at);
  });
});

describe('K05 exploring finds each of its rules in its bad case at its place, and nothing in the good one:', () => {
  const explorers = {
    club: createExplorer(registry, [caseGaps]),
    shipped: createExplorer(shippedRegistry, [caseGaps]),
    claim: createExplorer(claimRegistry, [caseGaps]),
    desk: createExplorer(deskRegistry, [caseGaps]),
    studio: createExplorer(studioRegistry, [caseGaps]),
  };
  const explore = async (each: RuleCase, which: 'good' | 'bad') => {
    const { release } = await compilerOf(each).compile(filesOf(each, which));
    return release ? explorers[each.project ?? 'club'].explore(release) : [];
  };

  const explored = new Map<string, Promise<Diagnostic[]>>();

  // `check` already finds what needs no search.
  test.each(ruleCases.filter(({ code }) => isExplored(code)))('$code', async (each) => {
    const good = await ofGood(explored, each, () => explore(each, 'good'));
    // A product may have questions too complex to decide.
    expect(good.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const { diagnostics } = await compilerOf(each).compile(filesOf(each, 'bad'));
    const finding = [...diagnostics, ...(await explore(each, 'bad'))].find(({ code }) => code === each.code);
    expect(finding).toMatchObject({ message: each.says });
    expect(placeOf(finding, filesOf(each, 'bad'), each.project)).toBe(each.at);
  });
});

describe('check --fix corrects fixable findings and leaves none:', () => {
  test.each(ruleCases.filter(({ fixed }) => fixed))('$code', async (each) => {
    const compiler = compilerOf(each);
    const once = await fix(filesOf(each, 'bad'), compiler);
    expect(found(once)).toEqual([]);
    expect(once.count).toBeGreaterThan(0);
    const twice = await fix(once.files, compiler);
    expect(twice).toMatchObject({ count: 0, changed: [] });
  });
});

describe('every rule', () => {
  const codes = Object.keys(rules).filter((code) => !telling.has(code));

  test('has a bad and a good case', () => {
    const tried = new Set(ruleCases.map(({ code }) => code));
    expect(codes.filter((code) => !tried.has(code))).toEqual([]);
    expect([...tried].filter((code) => !Object.hasOwn(rules, code))).toEqual([]);
  });

  test('says whether it can be fixed', () => {
    const fixable = new Set(ruleCases.flatMap(({ code, fixed }) => (fixed ? [code] : [])));
    expect(codes.filter((code) => (rules[code]?.fixable ?? false) !== fixable.has(code))).toEqual([]);
  });

  test('has a finite message', () => {
    for (const { title, why } of Object.values(rules)) {
      expect(title).toMatch(/^[A-Z$`"].*[^.]$/);
      expect(why).toMatch(/\.$/);
    }
  });
});

describe('docs/rules', () => {
  const pages = '../../../../docs/rules';

  test.each(Object.entries(rules))('has the page of %s as the code tells it', async (code, rule) => {
    const shown = ruleCases.find((each) => each.code === code);
    await expect(pageOf(code, rule, shown)).toMatchFileSnapshot(`${pages}/${code}.md`);
  });

  test('lists exactly the existing rules', async () => {
    await expect(indexOf(rules)).toMatchFileSnapshot(`${pages}/README.md`);
    const written = readdirSync(new URL(`${pages}/`, import.meta.url)).toSorted();
    expect(written).toEqual([...Object.keys(rules).map((code) => `${code}.md`), 'README.md'].toSorted());
  });
});
