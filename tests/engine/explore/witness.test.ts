import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { exploredGraphs, type Graphs } from '../../../engine/graph/index.ts';
import { registry } from '../../../server/registry.ts';
import { projectFiles } from '../../scenarios/project.ts';

let found: Graphs;
beforeAll(async () => {
  const edits = [
    ['flows/onboarding.flow.json', '"id": "callTime",', `"id": "callTime", "when": "today > '2020-01-01' || work.jobType == 'student'",`],
    ['schemas/forms/personalBasic.schema.json', '<= constants.plausibleAge', '<= 9999'],
  ] as const;
  const files = edits.reduce((all, [path, find, replace]) => {
    if (!all.some((file) => file.path === path && file.text.includes(find))) throw new Error(`${path} does not say ${find}`);
    return all.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));
  }, projectFiles());
  const { release, diagnostics } = await compile(files, registry);
  if (!release) throw new Error(JSON.stringify(diagnostics.filter(({ severity }) => severity === 'error')));
  found = await exploredGraphs(release, registry);
}, 60_000);

const finding = (code: string) => found.findings.find((each) => each.code === code);

test('T08 a finding names answers of somebody whom it is about, and the step at which that person sees it', () => {
  const always = finding('always-true');
  expect(always?.at).toEqual({ flow: 'onboarding', step: 'callTime' });
  expect(always?.example).toContainEqual({ path: 'work.jobType', value: expect.any(String) as string });
  const rule = finding('rule-never-fails');
  expect(rule).toMatchObject({ file: 'schemas/forms/personalBasic.schema.json', at: { flow: 'onboarding', step: 'personalBasic' } });
  expect(rule?.example).toContainEqual({ path: 'personalBasic.birthDate', value: expect.any(String) as string });
});

test('T08 the graph has the same finding on the way that nobody goes', () => {
  const graph = found.graphs.find(({ id, kind }) => id === 'onboarding' && kind === 'flow');
  expect(graph?.edges.flatMap(({ findings }) => findings)).toContainEqual(finding('always-true'));
});
