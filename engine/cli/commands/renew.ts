import { casesFiles } from '../../cases/index.ts';
import { compile, openRelease, type OpenRelease } from '../../compiler/index.ts';
import type { CompileResult, SourceFile } from '../../compiler/types.ts';
import type { Cases } from '../../config/cases.ts';
import { factsOf, fromFiles, toDiagnostics, toFiles } from '../../recording/index.ts';
import { readArguments } from '../arguments.ts';
import { beside, reportCompile } from '../reporting.ts';
import { withMissingWords } from '../missingWords.ts';
import type { CliDeps, Command } from '../types.ts';

/** The files to write, and a description of what they change. */
interface Renewal {
  title: string;
  means: string[];
  files: SourceFile[];
  /** Paths of the files to delete. */
  deleted?: string[];
}

export const renew: Command = {
  usage: [
    'renew [--yes]                shows what has changed since the cases, the recording and the texts were generated,',
    '                             and regenerates them after confirmation, or with --yes',
  ],
  async run(args, deps) {
    const { values } = readArguments(args, { yes: { type: 'boolean', default: false } });
    const before = deps.read();
    const words = await withMissingWords(before, deps.registry, deps.verdicts);
    const compiled = await compile(words.files, deps.registry, deps.verdicts);
    if (!compiled.release) {
      reportCompile(compiled, words.files, 'text', deps);
      return 1;
    }
    const texts: Renewal = { title: 'Texts to translate', means: words.added, files: words.changed };
    const cases = await casesOf(words.files, compiled, deps);
    const recording = recordingOf(await openRelease(compiled.release), deps);
    const renewals = [texts, cases, recording].filter(({ files, deleted = [] }) => files.length + deleted.length > 0);
    if (renewals.length === 0) {
      deps.out('Everything is up to date.');
      return 0;
    }
    for (const each of renewals) deps.out(described(each));
    if (!values.yes && (await deps.confirm?.('Write these files?')) !== true) {
      deps.out('Nothing was written. If these changes are intended, run hakbang renew --yes.');
      return 1;
    }
    deps.write([...texts.files, ...cases.files], { remove: cases.deleted ?? [] });
    for (const { path, text } of recording.files) beside(deps).write(path, text);
    deps.out('Written.');
    return 0;
  },
};

const described = ({ title, means, files, deleted = [] }: Renewal): string =>
  [
    `${title}:`,
    ...means.map((line) => `- ${line}`),
    ...files.map(({ path }) => `  writes ${path}`),
    ...deleted.map((path) => `  deletes ${path}`),
    '',
  ].join('\n');

async function casesOf(files: readonly SourceFile[], { release, diagnostics }: CompileResult, deps: CliDeps): Promise<Renewal> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const made = release ? await casesFiles(release, deps.registry) : [];
  const kept = new Set(made.map(({ path }) => path));
  const deleted = [...texts.keys()].filter((path) => /^flows\/cases\/.+\.json$/.test(path) && !kept.has(path));
  const changed = made.filter(({ path, text }) => texts.get(path) !== text);
  const otherwise = diagnostics
    .filter(({ code }) => code === 'failing-case')
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
  return {
    title: 'Cases',
    means: [...otherwise, ...changed.flatMap((file) => comparedCases(file, texts.get(file.path)))],
    files: changed,
    deleted,
  };
}

/** Expressions that got their first cases, and cases whose expression is gone. */
function comparedCases({ text }: SourceFile, before: string | undefined): string[] {
  const [was, is] = [read(before), read(text)];
  const added = Object.keys(is.cases).filter((name) => !Object.hasOwn(was.cases, name));
  const removed = Object.keys(was.cases).filter((name) => !Object.hasOwn(is.cases, name));
  return [
    ...added.map((name) => `${is.of} "${name}" gets its first cases.`),
    ...removed.map((name) => `${was.of} no longer has "${name}": its cases are removed.`),
  ];
}

const read = (text: string | undefined): Pick<Cases, 'of' | 'cases'> => (text ? (JSON.parse(text) as Cases) : { of: '', cases: {} });

/** Writes nothing if the project has no recording yet. */
function recordingOf(release: OpenRelease, deps: CliDeps): Renewal {
  const recorded = deps.beside && fromFiles((path) => deps.beside?.read(path));
  const now = factsOf(release);
  const files = recorded ? toFiles(now).filter(({ path, text }) => deps.beside?.read(path) !== text) : [];
  return { title: 'Recording', means: recorded ? toDiagnostics(recorded, now).map(({ message }) => message) : [], files };
}
