import { describe, expect, test } from 'vitest';
import type { Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { configured, edited, terminal } from './support.ts';

const note = { path: 'flows/notes.md', text: 'Call the printer.' };
/** The club with two warnings. */
const warned = (): SourceFile[] => [...edited('locales/en/screens.json', '"leave":', '"leaf": "Leaf",\n    "leave":'), note];

async function codes(files: readonly SourceFile[], ...options: string[]): Promise<string[]> {
  const { run, said } = terminal(files);
  await run('check', '--format', 'json', ...options);
  const { diagnostics } = JSON.parse(said.join('')) as { diagnostics: Diagnostic[] };
  return diagnostics.filter(({ severity }) => severity !== 'info').map(({ code, severity }) => `${severity} ${code}`);
}

describe('hakbang.config.json', () => {
  test('lowers, raises and turns off rules', async () => {
    expect(await codes(warned())).toEqual(['warning misplaced-file', 'warning unused-key']);
    expect(await codes(configured({ rules: { 'unused-key': 'off', 'misplaced-file': 'error' } }, warned()))).toEqual([
      'error misplaced-file',
    ]);
  });

  test('allows a release despite a lowered error', async () => {
    const lacking = edited('locales/fil/screens.json', ',\n    "leave": "Leave po"', '');
    const { run, said } = terminal(configured({ rules: { 'missing-key': 'warning' } }, lacking));
    expect(await run('check')).toBe(0);
    expect(said.join('')).toMatch(/0 errors, 1 warning\.$/);
    expect(await terminal(lacking).run('check')).toBe(1);
  });

  test('cannot lower errors that would break a release', async () => {
    const files = configured({ rules: { 'unknown-effect': 'off' } }, edited('flows/joining.flow.json', '"verify"', '"verfy"'));
    expect(await codes(files)).toEqual(['error unknown-effect', 'error locked-rule']);
  });

  test('sets the allowed number of warnings, which the command line overrides', async () => {
    const { run, errors } = terminal(configured({ maxWarnings: 1 }, warned()));
    expect(await run('check')).toBe(1);
    expect(errors.join('')).toContain('Found 2 warnings; the limit is 1.');
    expect(await run('check', '--max-warnings', '2')).toBe(0);
    expect(await run('check', '--max-warnings', 'few')).toBe(2);
  });
});

describe('a baseline', () => {
  test('hides its warnings even after lines move, and reports new ones', async () => {
    const project = terminal(warned());
    expect(await project.run('check', '--baseline', 'known.json', '--update-baseline')).toBe(0);
    expect(await project.run('check', '--baseline', 'known.json', '--max-warnings', '0')).toBe(0);
    project.files = edited('locales/en/screens.json', '{', '{\n\n', project.files);
    expect(await project.run('check', '--baseline', 'known.json', '--max-warnings', '0')).toBe(0);
    project.files = [...project.files, { path: 'flows/more.md', text: '' }];
    project.said.length = 0;
    expect(await project.run('check', '--baseline', 'known.json', '--max-warnings', '0')).toBe(1);
    expect(project.said.join('')).toContain('flows/more.md');
    expect(project.said.join('')).not.toContain('flows/notes.md');
  });

  test('reports which of its entries are fixed', async () => {
    const project = terminal(configured({ baseline: 'known.json' }, warned()));
    await project.run('check', '--update-baseline');
    project.files = project.files.filter(({ path }) => path !== note.path);
    await project.run('check');
    expect(project.errors.at(-1)).toContain('No longer found: 1 warning of known.json.');
  });

  test('never contains an error', async () => {
    const project = terminal(edited('flows/joining.flow.json', '"verify"', '"verfy"'));
    expect(await project.run('check', '--baseline', 'known.json', '--update-baseline')).toBe(1);
    expect(await project.run('check', '--baseline', 'known.json')).toBe(1);
    expect(project.beside.get('known.json')).not.toContain('unknown-effect');
  });

  test('that is invalid is reported as wrong usage', async () => {
    const project = terminal(clubFiles());
    project.beside.set('known.json', '[');
    expect(await project.run('check', '--baseline', 'known.json')).toBe(2);
    expect(await project.run('check', '--update-baseline')).toBe(2);
  });
});

describe('--fix', () => {
  test('fixes several files at once, keeps their formatting, and has nothing to do the second time', async () => {
    const wrong = edited('flows/joining.flow.json', '"verify"', '"verfy"', warned());
    const project = terminal(edited('schemas/forms/person.ui.json', '"ui:normalise"', '"ui:normalize"', wrong));
    expect(await project.run('check', '--fix')).toBe(0);
    const fixed = new Map(project.files.map(({ path, text }) => [path, text]));
    for (const { path, text } of clubFiles()) expect(fixed.get(path)).toBe(text);
    project.errors.length = 0;
    await project.run('check', '--fix');
    expect(project.errors[0]).toBe('Fixed 0 findings in 0 files.');
  });

  test('never removes texts because a screen that uses them is unreadable', async () => {
    const project = terminal(edited('flows/screens/home.screen.json', '{', '{,'));
    expect(await project.run('check', '--fix')).toBe(1);
    expect(project.errors[0]).toBe('Fixed 0 findings in 0 files.');
  });

  test('leaves texts under a name with a dot', async () => {
    const path = 'locales/en/screens.json';
    const project = terminal(edited(path, '{', '{ "old.words": "Hello",'));
    const before = project.files;
    expect(await project.run('check', '--fix')).toBe(0);
    expect(project.said.join('\n')).toContain('Nothing uses "screens.old.words".');
    expect(project.files).toEqual(before);
  });

  test('leaves ambiguous errors', async () => {
    const two = edited('schemas/enums/sport.schema.json', '"chess"', '"chess", "chest"');
    const project = terminal(edited('flows/decisions/entry.decisions.json', "'chess'", "'ches'", two));
    const before = project.files;
    await project.run('check', '--fix');
    expect(project.files).toEqual(before);
  });
});

describe('--watch', () => {
  test('checks at the start and at each save, one after the other', async () => {
    let save = (_paths: readonly string[]) => {};
    let stop = () => {};
    const project = terminal(clubFiles(), {
      watch: (saved) => {
        save = saved;
        return new Promise((resolve) => (stop = resolve));
      },
    });
    const done = project.run('check', '--watch');
    await expect.poll(() => project.said.length).toBe(1);
    project.files = edited('flows/joining.flow.json', '"verify"', '"verfy"');
    save(['flows/joining.flow.json']);
    await expect.poll(() => project.said.length).toBe(2);
    expect(project.said[1]).toContain('unknown-effect');
    project.files = clubFiles();
    save(['flows/joining.flow.json']);
    await expect.poll(() => project.said.length).toBe(3);
    expect(project.said[2]).toContain('0 errors, 0 warnings.');
    stop();
    expect(await done).toBe(0);
  });

  test('reads only saved files again', async () => {
    const asked: (readonly string[])[] = [];
    let readings = 0;
    const project = terminal([], {
      read: () => (readings++, clubFiles()),
      readAgain: (files, paths) => (asked.push(paths), files),
      watch: async (saved) => saved(['flows/joining.flow.json']),
    });
    expect(await project.run('check', '--watch')).toBe(0);
    expect(asked).toEqual([['flows/joining.flow.json']]);
    expect(readings).toBe(1);
  });
});

describe('hakbang explore', () => {
  const explore = (desk: SourceFile[], ...argv: string[]) => {
    const others = [{ folder: 'desk', registry: () => Promise.resolve(registry), read: () => desk, write: () => undefined }];
    const project = terminal(clubFiles(), { others });
    return project.run('explore', ...argv).then((code) => ({ code, said: project.said.join('\n') }));
  };

  test('K05 also searches the other applications, with paths from the root', async () => {
    expect(await explore(clubFiles())).toMatchObject({ code: 0 });
    const looping = edited('flows/navigation.json', ' && route.path != \\"/home\\"', '');
    expect(await explore(looping)).toMatchObject({
      code: 1,
      said: expect.stringContaining('desk/flows/navigation.json:13:13 error navigation-loop'),
    });
  });

  test('K05 reports the errors of another application that does not compile', async () => {
    const broken = edited('flows/navigation.json', '{', '{,');
    expect(await explore(broken)).toMatchObject({
      code: 1,
      said: expect.stringContaining('desk/flows/navigation.json:1:2 error json-syntax'),
    });
  });
});

describe('hakbang rules', () => {
  test('lists the rules, and prints the page of one', async () => {
    const { run, said, errors } = terminal([]);
    expect(await run('rules')).toBe(0);
    expect(said.join('\n')).toMatch(/^unknown-field\s+error\s+A field does not exist$/m);
    said.length = 0;
    expect(await run('rules', 'unknown-field')).toBe(0);
    expect(said.join('\n')).toContain('## Bad');
    expect(await run('rules', 'unknwon-field')).toBe(2);
    expect(errors.join('\n')).toContain('Did you mean "unknown-field"?');
  });
});
