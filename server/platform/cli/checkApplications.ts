import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSources, type CheckedApplication, type KeptChecks } from '../../../engine/cli/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { codeFile } from '../codeFile.ts';

interface ApplicationsToCheck {
  /** Names of all applications except the main one. */
  names: readonly string[];
  /** Folder of the product. */
  folder: string;
  /** Folder of the main configuration, which contains the folders of the others. */
  mainRoot: string;
  /** Cache file for verdicts on regular expressions. */
  verdictFile: string;
  /** hakbang.config.json, or empty. */
  config: readonly SourceFile[];
  /** Applies the automatic fixes first. */
  fix: boolean;
  /** Cached findings of earlier runs, by application. */
  kept: ((name: string) => KeptChecks) | undefined;
}

/** Input of the worker thread. */
export type WorkerTask = Pick<ApplicationsToCheck, 'folder' | 'mainRoot' | 'verdictFile' | 'config' | 'fix'> & {
  applications: readonly { name: string; files: readonly SourceFile[]; emptyFile: string | undefined }[];
};

/** Checks the other applications in a worker thread, because they take half as long as the main one. */
export async function checkApplications({ names, kept, ...asked }: ApplicationsToCheck): Promise<readonly CheckedApplication[]> {
  const all = names.map((name) => {
    const files = readSources(join(asked.mainRoot, name));
    const diagnostics = asked.fix ? undefined : kept?.(name).get([...files, ...asked.config]);
    return { name, files, known: diagnostics && { folder: name, files, diagnostics, fixed: { count: 0, files: 0 }, isCertain: true } };
  });
  const unknown = all.filter(({ known }) => !known).map(({ name, files }) => ({ name, files, emptyFile: kept?.(name).emptyFile }));
  const fresh = unknown.length === 0 ? [] : await inThread({ ...asked, applications: unknown });
  // After a fix, the result no longer matches the files in the cache key, including the shared file.
  for (const { folder, files, diagnostics, isCertain } of fresh)
    if (isCertain && !asked.fix) kept?.(folder).add([...files, ...asked.config], diagnostics);
  return all.flatMap(({ name, known }) => known ?? fresh.filter(({ folder }) => folder === name));
}

async function inThread(task: WorkerTask): Promise<readonly CheckedApplication[]> {
  const worker = new Worker(codeFile('./checkWorker', import.meta.url), { workerData: task });
  const [checked] = (await once(worker, 'message')) as [readonly CheckedApplication[]];
  return checked;
}
