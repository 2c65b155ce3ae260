import { expect, test } from 'vitest';
import { casesFiles } from '../../../engine/cases/index.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { projectFiles } from '../../scenarios/project.ts';
import { shippedRegistry } from '../compiler/fixtures/shipped.ts';

const compiler = createCompiler(shippedRegistry);
const shipped = projectFiles();

test('the cases of an unchanged configuration are rewritten unchanged', async () => {
  const { release } = await compiler.compile(shipped);
  if (!release) throw new Error('The configuration has errors');
  const made = await casesFiles(release, shippedRegistry);
  expect(made.filter(({ path, text }) => shipped.find((file) => file.path === path)?.text !== text).map(({ path }) => path)).toEqual([]);
});

test.each([
  ['extension', '!has(options.extension) && !has(options.inProgress)', '!has(options.inProgress)'],
  ['signature', '!has(draft.disclosure) && loan.refusesNew', 'loan.refusesNew'],
  ['withdrawConfirm', '!has(draft.disclosure) && !loan.refusesNew', '!loan.refusesNew'],
])('K05 the screen %s no longer asks whether an object is there: a case fails', async (screen, find, replace) => {
  const path = `flows/screens/${screen}.screen.json`;
  const files = shipped.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));
  const { diagnostics } = await compiler.compile(files);
  expect(diagnostics.filter(({ code }) => code === 'failing-case').map(({ file }) => file)).toContain(path);
});

test.each(['appointment', 'bankChange', 'easyReloan', 'facebookBoost', 'homescreenReward'])(
  'the feature %s can be turned off: no case contradicts it',
  async (feature) => {
    const path = 'flows/settings.json';
    const off = (text: string) => text.replace(`"${feature}": true`, `"${feature}": false`);
    const files = shipped.map((file) => (file.path === path ? { path, text: off(file.text) } : file));
    const { diagnostics } = await compiler.compile(files);
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  },
);
