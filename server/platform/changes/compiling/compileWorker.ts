import { parentPort, workerData } from 'node:worker_threads';
import { createCompiler } from '../../../../engine/compiler/index.ts';
import type { Compiler } from '../../../../engine/compiler/compile.ts';
import { judge } from '../../../../engine/cli/judge.ts';
import { placesOfWords } from '../../../../engine/words/index.ts';
import { loadProject, mainApplication } from '../../project.ts';
import type { Answer, Question, Started } from './messages.ts';

const { projectDir, mostWarm } = workerData as Started;
const project = await loadProject(projectDir);

/** Compilers that remember a change, the longest unused first. Each holds some tens of MB. */
const warm = new Map<string, Compiler>();

const registryOf = (application: string) =>
  application === mainApplication ? project.registry : project.applications?.find(({ name }) => name === application)?.registry;

function compilerFor(change: string, application: string): Compiler {
  const registry = registryOf(application);
  if (!registry) throw new Error(`The product has no application "${application}".`);
  const compiler = warm.get(change) ?? createCompiler(registry);
  warm.delete(change);
  warm.set(change, compiler);
  if (warm.size > mostWarm) warm.delete(warm.keys().next().value ?? '');
  return compiler;
}

async function answer({ change, application, files, before, wants }: Question): Promise<Answer['result']> {
  if (wants === 'meaning') {
    const registry = registryOf(application);
    if (!registry) throw new Error(`The product has no application "${application}".`);
    return { wants, ...judge(before, { files }, { registry }) };
  }
  if (wants === 'words') {
    const places = placesOfWords(compilerFor(change, application).analyse(files));
    return { wants, ...(places && { places }) };
  }
  const { diagnostics, release } = await compilerFor(change, application).compile(files);
  return wants === 'release'
    ? { wants, diagnostics, ...(release && { release }) }
    : { wants, diagnostics, ...(release && { hash: release.hash }) };
}

parentPort?.on('message', (question: Question) => {
  answer(question).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    (result) => parentPort?.postMessage({ id: question.id, result } satisfies Answer),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    (error: unknown) => parentPort?.postMessage({ id: question.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
