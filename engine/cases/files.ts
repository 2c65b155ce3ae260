import { schemaPath } from '../compiler/index.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Release, SourceFile } from '../compiler/types.ts';
import type { Cases } from '../config/cases.ts';
import type { Registry } from '../config/definitions.ts';
import { ProjectReader } from '../explore/project.ts';
import { createRandom } from '../fake/index.ts';
import { casesFileOf } from '../compiler/cases/casesFile.ts';
import { makeCases } from './make.ts';

/** The date for generating cases. Cases about ages and terms set their own. */
const day = '2026-01-01';

/**
 * Generates case files from the current behaviour, one for each file with decisions.
 *
 * @param only paths of the wanted files; all files if empty
 */
export async function casesFiles(release: Release, registry: Registry, only: readonly string[] = []): Promise<SourceFile[]> {
  const explored = await new ProjectReader(registry).read(release, { random: createRandom(1), today: day, budget: 0 });
  const { project } = explored.analysis;
  const before = new Map(project.all('cases').map(({ value }) => [value.of, value.cases]));
  const files: SourceFile[] = [];
  for (const entry of project.entries) {
    const of = entry.document.path;
    // Inline named conditions where they are used, because their scope is known only there.
    if (entry.kind === 'cases' || entry.kind === 'conditions' || (only.length > 0 && !only.includes(of))) continue;
    const cases = await makeCases(entry, explored, before.get(of));
    if (Object.keys(cases).length > 0) files.push(toFile(entry, cases));
  }
  return files;
}

function toFile(entry: Entry, cases: Cases['cases']): SourceFile {
  const { id: own, path } = casesFileOf(entry);
  const { document } = entry;
  const head = [`"$schema": ${json(schemaPath(path, 'cases'))}`, `"id": ${json(own)}`, `"of": ${json(document.path)}`];
  return { path, text: `{\n  ${[...head, `"cases": ${textOf(cases)}`].join(',\n  ')}\n}\n` };
}

const json = (value: unknown): string => JSON.stringify(value);

/** One case per line, for a readable diff. */
function textOf(cases: Cases['cases']): string {
  const parts = Object.entries(cases).map(([name, byOutcome]) => {
    const outcomes = Object.entries(byOutcome).map(
      ([outcome, all]) => `      ${json(outcome)}: [\n${all.map((given) => `        ${spaced(given)}`).join(',\n')}\n      ]`,
    );
    return `    ${json(name)}: {\n${outcomes.join(',\n')}\n    }`;
  });
  return `{\n${parts.join(',\n')}\n  }`;
}

const spaced = (given: object): string => {
  const entries = Object.entries(given).map(([path, value]) => `${json(path)}: ${json(value)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};
