import { describe, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { edited, terminal } from './support.ts';

/** The club with cases and a recording. */
async function kept(files: readonly SourceFile[] = clubFiles()) {
  const project = terminal(files);
  await project.run('cases');
  await project.run('test', '--record');
  project.said.splice(0);
  return project;
}

const codesOf = async (files: readonly SourceFile[]) =>
  (await compile(files, registry)).diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);

const textOf = (files: readonly SourceFile[], path: string) => files.find((file) => file.path === path)?.text;

describe('hakbang renew', () => {
  test('has nothing to do for a configuration whose cases and recording are current', async () => {
    const project = await kept();
    expect(await project.run('renew')).toBe(0);
    expect(project.said).toEqual(['Everything is up to date.']);
  });

  test('shows what changed in meaning, and writes only when told to', async () => {
    const project = await kept();
    project.files = edited('schemas/forms/sports.schema.json', "self.sport in ['swim', 'run']", "self.sport in ['run']", project.files);
    const before = JSON.stringify([project.files, [...project.beside]]);
    expect(await project.run('renew')).toBe(1);
    expect(project.said.join('\n')).toMatch(
      /Cases:\n- schemas\/forms\/sports\.schema\.json:\d+ "\w+" is (true|false) for .*, but its case in flows\/cases\/\w+\.cases\.json expects/,
    );
    expect(project.said.join('\n')).toContain('Nothing was written.');
    expect(JSON.stringify([project.files, [...project.beside]])).toBe(before);
    expect(await project.run('renew', '--yes')).toBe(0);
    expect(await codesOf(project.files)).toEqual([]);
    expect(await project.run('renew')).toBe(0);
  });

  test('asks where somebody can answer', async () => {
    const asked: string[] = [];
    const answers = [false, true];
    const confirm = async (question: string) => (asked.push(question), answers.shift() ?? false);
    const project = terminal(clubFiles(), { confirm });
    expect([await project.run('renew'), await project.run('renew')]).toEqual([1, 0]);
    expect(asked).toEqual(['Write these files?', 'Write these files?']);
    expect(project.files.some(({ path }) => path.startsWith('flows/cases/'))).toBe(true);
  });

  test('writes the texts that a new field needs, in every language, and check says that they are not translated', async () => {
    const project = await kept();
    const label = '"sport": {';
    const words = (language: string) =>
      JSON.parse(textOf(project.files, `locales/${language}/forms.json`) ?? '{}') as Record<string, Record<string, object>>;
    expect(textOf(project.files, 'locales/en/forms.json')).toContain(label);
    project.files = project.files.map((file) => {
      if (!/^locales\/(en|fil)\/forms\.json$/.test(file.path)) return file;
      const { sports, ...rest } = JSON.parse(file.text) as Record<string, Record<string, unknown>>;
      const { sport: _, ...others } = sports ?? {};
      return { path: file.path, text: JSON.stringify({ ...rest, sports: others }) };
    });
    expect(await project.run('check')).toBe(1);
    expect(await project.run('renew', '--yes')).toBe(0);
    expect(project.said.join('\n')).toContain('- locales/fil: forms.sports.sport.label "Sport"');
    const written = { label: 'Sport', errors: { required: 'Required' } };
    expect([words('en')['sports']?.['sport'], words('fil')['sports']?.['sport']]).toEqual([written, written]);
    expect(await codesOf(project.files)).toEqual(['untranslated']);
  });

  test('deletes the cases of a file that is gone, and reports what it cannot renew', async () => {
    const project = await kept();
    const stale = {
      path: 'flows/cases/gone.cases.json',
      text: JSON.stringify({ $schema: '../../schemas/meta/cases.schema.json', id: 'gone', of: 'flows/gone.json', cases: {} }),
    };
    project.files = [...project.files, stale];
    expect(await project.run('renew', '--yes')).toBe(0);
    expect(project.said.join('\n')).toContain('deletes flows/cases/gone.cases.json');
    expect(textOf(project.files, stale.path)).toBeUndefined();
    project.files = edited('schemas/forms/sports.schema.json', "self.sport in ['swim', 'run']", 'self.sprot', clubFiles());
    expect(await project.run('renew', '--yes')).toBe(1);
  });
});
