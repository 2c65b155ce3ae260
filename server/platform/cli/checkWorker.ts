import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { keptEmpty, keptVerdicts, type CheckedApplication, writeSources } from '../../../engine/cli/index.ts';
import { createCompiler, fix } from '../../../engine/compiler/index.ts';
import { loadProject } from '../loadProject.ts';
import type { WorkerTask } from './checkApplications.ts';

const task = workerData as WorkerTask;
const { applications = [] } = await loadProject(task.folder);
const checked: CheckedApplication[] = [];
for (const { name, files: own, emptyFile } of task.applications) {
  const registry = await applications.find((each) => each.name === name)?.registry();
  if (!registry) throw new Error(`no application ${name}`);
  const empty = emptyFile === undefined ? undefined : keptEmpty(emptyFile);
  const verdicts = keptVerdicts(task.verdictFile);
  const compiler = createCompiler(registry, verdicts, empty);
  const all = [...own, ...task.config];
  const isOwn = ({ path }: { path: string }) => task.config.every((file) => file.path !== path);
  const { files, diagnostics, count, ...fixed } = task.fix
    ? await fix(all, compiler)
    : { files: all, diagnostics: await compiler.check(all), count: 0, changed: [], deleted: [] };
  // The main application's check fixes the shared file.
  const changed = fixed.changed.filter(isOwn);
  if (count > 0) writeSources(join(task.mainRoot, name), changed, { remove: fixed.deleted });
  empty?.save();
  checked.push({
    folder: name,
    files: files.filter(isOwn),
    diagnostics,
    fixed: { count, files: changed.length + fixed.deleted.length },
    isCertain: verdicts.isCertain(),
  });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(checked);
