import { beforeAll, describe, expect, test } from 'vitest';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { Diagnostic, Release, SourceFile } from '../../../engine/compiler/types.ts';
import { createExplorer, type Explorer } from '../../../engine/explore/index.ts';
import { registry } from '../../../server/registry.ts';
import { projectFiles } from '../../scenarios/project.ts';

const compiler = createCompiler(registry);
let explorer: Explorer;
let files: SourceFile[];
beforeAll(() => {
  explorer = createExplorer(registry);
  files = projectFiles();
});

/** The findings of `check`, which needs no search, or those of `explore` if there are none. */
async function explore(changed: readonly SourceFile[]): Promise<Diagnostic[]> {
  const { release, diagnostics } = await compiler.compile(changed);
  return release ? explorer.explore(release) : diagnostics;
}

const edited = (path: string, find: string, replace: string) =>
  files.map((file) => {
    if (file.path !== path) return file;
    if (!file.text.includes(find)) throw new Error(`${path} does not say ${find}`);
    return { path, text: file.text.replace(find, replace) };
  });

describe('the shipped configuration', () => {
  test('has no findings and is explored within five seconds', async () => {
    const { release } = await compiler.compile(files);
    const began = process.cpuUsage();
    expect((await explorer.explore(release as Release)).filter(({ severity }) => severity !== 'info')).toEqual([]);
    // Measure CPU time, so that other processes on the machine do not count.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  });
});

const table = 'flows/decisions/underwriting.decisions.json';
const flow = 'flows/onboarding.flow.json';
const onboardingStep = (id: string, when: string) => [`"id": "${id}",`, `"id": "${id}", "when": ${JSON.stringify(when)},`] as const;

test.each([
  [
    'a row widened over another',
    table,
    `"work.income == 'under12000'", "outcome"`,
    `"work.income in ['under12000', '12001-18000']", "outcome"`,
    'row-shadowed',
  ],
  ['a row about nobody', table, 'work.businessYears < 1', 'work.businessYears < 0', 'row-never-holds'],
  ['a step that is never reached', flow, ...onboardingStep('selfie', 'age(personalBasic.birthDate, today) < 18'), 'step-never-reached'],
  ['a step that is never left out', flow, ...onboardingStep('selfie', 'age(personalBasic.birthDate, today) >= 18'), 'always-true'],
  [
    'a field asked of nobody',
    'schemas/forms/work.schema.json',
    "self.payCycle == 'weekly'",
    "self.payCycle == 'weekly' && self.jobType == 'student'",
    'never-true',
  ],
  ['a rule that cannot fail', 'schemas/forms/personalBasic.schema.json', '<= constants.plausibleAge', '<= 9999', 'rule-never-fails'],
  [
    'a state that nothing leaves',
    'flows/lifecycles/application.lifecycle.json',
    `"rejected": { "final": true }`,
    `"rejected": {}`,
    'state-without-exit',
  ],
  [
    'navigation that goes round',
    'flows/navigation.json',
    "device.android && route.path != '/noAndroid'",
    'device.android',
    'navigation-loop',
  ],
] as const)('finds %s, at its place', async (_, path, find, replace, code) => {
  const found = (await explore(edited(path, find, replace))).filter(({ severity }) => severity !== 'info');
  expect(found.map((each) => [each.code, each.file])).toContainEqual([code, path]);
  expect(found.every(({ line, column }) => line > 0 && column > 0)).toBe(true);
});

test('reports a list rule that nothing breaks with the tried values, and not the others', async () => {
  const messagesOf = (found: readonly Diagnostic[]) =>
    found.filter(({ file }) => file.endsWith('contact.schema.json')).map(({ code, message }) => `${code} ${message}`);
  expect(messagesOf(await explore(files))).toEqual([]);
  const idle = edited('schemas/forms/contact.schema.json', 'self.phone != session.phone', "self.phone != ''");
  expect(messagesOf(await explore(idle))).toEqual([
    expect.stringMatching(/^undecided The rule "isSelf" never fails in the \d+ checked cases/),
  ]);
});
