import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { createCompiler, generateMetaSchemas } from '../../../../engine/compiler/index.ts';
import type { Compiler } from '../../../../engine/compiler/compile.ts';
import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { Registry } from '../../../../engine/config/definitions.ts';
import { judge } from '../../../../engine/cli/judge.ts';
import { contextOfCondition, listConditions } from '../../../../engine/conditions/list.ts';
import { answerFields } from '../../../../engine/conditions/vocabulary.ts';
import { exploredGraphs, graphsOf } from '../../../../engine/graph/index.ts';
import { partsOf } from '../../../../engine/find/index.ts';
import { placesOfWords } from '../../../../engine/words/index.ts';
import { loadProject } from '../../loadProject.ts';
import { mainApplication } from '../../project.ts';
import { describeTable } from '../decisions/describe.ts';
import { decisionsOf } from './decisions.ts';
import { WarmCompilers } from './warm.ts';
import { withEdits } from './edits.ts';
import { type Answer, mostBases, type Question, type Sent, type Started } from './messages.ts';

const { projectDir, mostWarm } = workerData as Started;
const project = await loadProject(projectDir);

// Requests take precedence over an editor's problems. On Linux this sets the priority of the calling thread only; on other systems it would
// be the whole server's.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it.
  }
}

// An edit takes two to three times as long while V8 collects the old generation, so both flags make that rare (bench/README.md). They
// apply to the whole process. The first compile keeps nearly every object, and V8 would learn to allocate such objects in the old generation.
setFlagsFromString('--no-allocation-site-pretenuring');
// The next collection waits until the old generation has doubled; V8 would otherwise collect after half as much.
setFlagsFromString('--heap-growing-percent=100');

/** Changes over the same release share a compiler, which recompiles only the difference between two questions. */
const warm = new WarmCompilers(mostWarm);

const registries = new Map([[mainApplication, project.registry]]);
for (const { name, registry } of project.applications ?? []) registries.set(name, await registry());

function registryOf(application: string): Registry {
  const registry = registries.get(application);
  if (!registry) throw new Error(`The product has no application "${application}".`);
  return registry;
}

function compilerFor({ application, before, isFinal }: Received): Compiler {
  const registry = registryOf(application);
  if (isFinal) return createCompiler(registry);
  return warm.get(`${application} ${before.hash}`, () => createCompiler(registry));
}

const bases = new LRUCache<string, readonly SourceFile[]>({ max: mostBases });

/** A question with all files of the change. */
type Received = Omit<Question, 'edits'> & { files: readonly SourceFile[] };

function received({ before, edits, ...question }: Sent): Received {
  if (before.files) bases.set(before.hash, before.files);
  const base = bases.get(before.hash);
  if (!base) throw new Error(`The worker does not have the release ${before.hash}.`);
  return { ...question, files: withEdits(base, edits), before: { files: base, hash: before.hash } };
}

const metaPath = /^schemas\/meta\/(.+)\.schema\.json$/;

const metaSchemasOf = (application: string): Record<string, unknown> =>
  Object.fromEntries(
    generateMetaSchemas(registryOf(application)).map(({ path, text }) => [metaPath.exec(path)?.[1] ?? path, JSON.parse(text)]),
  );

async function answer(sent: Sent): Promise<Answer['result']> {
  const question = received(sent);
  const { change, version, application, files, before, wants, decisions, at } = question;
  if (wants === 'meaning') {
    return { wants, ...judge(before, { files }, { registry: registryOf(application) }) };
  }
  if (wants === 'metaSchemas') return { wants, kinds: metaSchemasOf(application) };
  const compiler = compilerFor(question);
  if (wants === 'parts') return { wants, parts: partsOf(compiler.analyse(files)) };
  if (wants === 'words') {
    const places = placesOfWords(compiler.analyse(files));
    return { wants, ...(places && { places }) };
  }
  if (wants === 'table') {
    const described = decisions && describeTable(compiler.analyse(files), registryOf(application), decisions.table);
    return { wants, ...(described && { described }) };
  }
  if (wants === 'decisions') {
    const place = { key: `${change} ${version}`, compiler, files };
    return { wants, ...(decisions && (await decisionsOf(place, decisions))) };
  }
  if (wants === 'answers') return { wants, fields: answerFields(compiler.analyse(files)) };
  if (wants === 'conditions') return { wants, conditions: listConditions(compiler.analyse(files)) };
  if (wants === 'condition') {
    const condition = at && contextOfCondition(compiler.analyse(files), at.file, at.pointer);
    return { wants, ...(condition && { condition }) };
  }
  if (wants === 'problems') return { wants, diagnostics: await compiler.check(files) };
  const { diagnostics, release } = await compiler.compile(files);
  if (wants === 'graph')
    return { wants, ...(release ? await exploredGraphs(release, registryOf(application)) : graphsOf(compiler.analyse(files))) };
  return { wants, diagnostics, ...(release && { release }) };
}

parentPort?.on('message', (question: Sent) => {
  answer(question).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    (result) => parentPort?.postMessage({ id: question.id, result } satisfies Answer),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    (error: unknown) => parentPort?.postMessage({ id: question.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
