import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { keptEmpty, keptVerdicts, type CheckedApplication, writeSources } from '../../../engine/cli/index.ts';
import { createCompiler, fix } from '../../../engine/compiler/index.ts';
import { loadProject } from '../project.ts';
import type { WorkerTask } from './checkApplications.ts';

const task = workerData as WorkerTask;
const { applications = [] } = await loadProject(task.folder);
const checked: CheckedApplication[] = [];
for (const { name, files: own, emptyFile } of task.applications) {
  const registry = applications.find((each) => each.name === name)?.registry;
  if (!registry) throw new Error(`no application ${name}`);
  const empty = emptyFile === undefined ? undefined : keptEmpty(emptyFile);
  const compiler = createCompiler(registry, keptVerdicts(task.verdictFile), empty);
  const all = [...own, ...task.config];
  const { files, diagnostics, count, changed, deleted } = task.fix
    ? await fix(all, compiler)
    : { files: all, diagnostics: await compiler.check(all), count: 0, changed: [], deleted: [] };
  if (count > 0) writeSources(join(task.mainRoot, name), changed, { remove: deleted });
  empty?.save();
  checked.push({
    folder: name,
    files: files.filter(({ path }) => task.config.every((file) => file.path !== path)),
    diagnostics,
    fixed: { count, files: changed.length + deleted.length },
  });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(checked);
