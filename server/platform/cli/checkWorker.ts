import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { keptVerdicts, readSources, type CheckedApplication } from '../../../engine/cli/index.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { loadProject } from '../project.ts';
import type { ApplicationsToCheck } from './checkApplications.ts';

const { folder, mainRoot, verdictFile, config } = workerData as ApplicationsToCheck;
const { applications = [] } = await loadProject(folder);
const checked: CheckedApplication[] = [];
for (const { name, registry } of applications) {
  const files = readSources(join(mainRoot, name));
  const { diagnostics, release } = await createCompiler(registry, keptVerdicts(verdictFile)).compile([...files, ...config]);
  checked.push({ folder: name, files, diagnostics, isSound: release !== undefined });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(checked);
