import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckedApplication } from '../../../engine/cli/index.ts';
import { codeFile } from '../codeFile.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';

export interface ApplicationsToCheck {
  /** Folder of the product. */
  folder: string;
  /** Folder of the main configuration, in which the others have theirs. */
  mainRoot: string;
  /** Where verdicts on regular expressions are cached. */
  verdictFile: string;
  /** hakbang.config.json, or nothing. */
  config: readonly SourceFile[];
  /** Applies the automatic fixes first. */
  fix: boolean;
}

/** Checks the applications beside the main one in a thread, because they took as long as half the main one. */
export async function checkApplications(asked: ApplicationsToCheck): Promise<readonly CheckedApplication[]> {
  const worker = new Worker(codeFile('./checkWorker', import.meta.url), { workerData: asked });
  const [checked] = (await once(worker, 'message')) as [readonly CheckedApplication[]];
  return checked;
}
