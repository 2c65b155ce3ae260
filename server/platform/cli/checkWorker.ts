import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { keptVerdicts, readSources, type CheckedApplication, writeSources } from '../../../engine/cli/index.ts';
import { createCompiler, fix } from '../../../engine/compiler/index.ts';
import { loadProject } from '../project.ts';
import type { ApplicationsToCheck } from './checkApplications.ts';

const asked = workerData as ApplicationsToCheck;
const { applications = [] } = await loadProject(asked.folder);
const checked: CheckedApplication[] = [];
for (const { name, registry } of applications) {
  const root = join(asked.mainRoot, name);
  const compiler = createCompiler(registry, keptVerdicts(asked.verdictFile));
  const all = [...readSources(root), ...asked.config];
  const { files, result, count, changed, deleted } = asked.fix
    ? await fix(all, compiler)
    : { files: all, result: await compiler.compile(all), count: 0, changed: [], deleted: [] };
  if (count > 0) writeSources(root, changed, { remove: deleted });
  const isOwn = ({ path }: { path: string }) => asked.config.every((file) => file.path !== path);
  checked.push({
    folder: name,
    files: files.filter(isOwn),
    diagnostics: result.diagnostics,
    isSound: result.release !== undefined,
    fixed: { count, files: changed.length + deleted.length },
  });
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(checked);
