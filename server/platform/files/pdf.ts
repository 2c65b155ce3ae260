import { Worker } from 'node:worker_threads';
import { codeFile } from '../codeFile.ts';
import { decodeSlot } from './reencode.ts';
import type { Inspection } from './inspectPdf.ts';

/** Maximum number of pages of a PDF whose field sets no limit. */
export const mostPages = 100;

/** A parser of hostile files gets little time and memory. */
const timeoutMs = 8_000;
const maxHeapMb = 256;

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const unreadable: Inspection = { problem: 'fileUnreadable', pages: 0 };

/** Counts the pages of a PDF and looks for active content, in a thread of its own, so that a slow file delays nobody else. */
export const inspectPdf = (bytes: Uint8Array): Promise<Inspection> => decodeSlot(() => inThread(bytes));

async function inThread(bytes: Uint8Array): Promise<Inspection> {
  const worker = new Worker(codeFile('./inspectPdf', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Inspection>((resolve) => {
      timer = setTimeout(() => resolve(unreadable), timeoutMs);
      worker.once('message', resolve);
      worker.once('error', () => resolve(unreadable));
      worker.once('exit', () => resolve(unreadable));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
