import { readdirSync, readFileSync } from 'node:fs';
import type { SourceFile } from '../../../../engine/compiler/types.ts';
import { clubFiles } from '../fixtures/club.ts';
import { claimFiles, deskFiles, shippedFiles, studioFiles } from '../fixtures/shipped.ts';

/** A correct and an incorrect version of one file. */
interface Edit {
  file: string;
  /** The original text. For a created file: its correct text, or absent if the file should not exist. */
  good?: string;
  /** The replacement; absent if the file is missing. */
  bad?: string;
  /** The project does not have the file, so good and bad are whole files. */
  create?: true;
}

/** A bad and a good case of one rule. */
export interface RuleCase {
  code: string;
  /** The club (a small product for tests, the default), the shipped configuration, the example of an insurance claim, the desk or the studio. */
  project?: 'shipped' | 'claim' | 'desk' | 'studio';
  /** The rule's page shows the first edit. */
  edits: [Edit, ...Edit[]];
  /** `file:line:column` of the finding; for the other projects `file: text of the line`, because their files grow. */
  at: string;
  /** The message. */
  says: string;
  /** `check --fix` fixes it. */
  fixed?: true;
}

const folder = new URL('../../../cases/rules/', import.meta.url);

export const ruleCases: readonly RuleCase[] = readdirSync(folder)
  .sort()
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RuleCase[]);

/** The good or bad files of a case. */
export function filesOf({ project, edits }: RuleCase, which: 'good' | 'bad'): SourceFile[] {
  const files = {
    club: clubFiles,
    shipped: () => [...shippedFiles],
    claim: () => [...claimFiles],
    desk: () => [...deskFiles],
    studio: () => [...studioFiles],
  }[project ?? 'club']();
  return edits.reduce<SourceFile[]>((all, edit) => applied(all, edit, which), files);
}

function applied(files: SourceFile[], { file, good, bad, create }: Edit, which: 'good' | 'bad'): SourceFile[] {
  if (create) {
    const text = which === 'good' ? good : bad;
    return text === undefined ? files : [...files, { path: file, text }];
  }
  if (which === 'good') return files;
  if (bad === undefined) return files.filter(({ path }) => path !== file);
  const found = files.find(({ path }) => path === file);
  if (good === undefined || found?.text.split(good).length !== 2) throw new Error(`${file} must hold once: ${good}`);
  return files.map((each) => (each === found ? { path: file, text: found.text.replace(good, () => bad) } : each));
}
