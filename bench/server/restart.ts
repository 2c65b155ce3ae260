import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseInWords } from './database.ts';
import { startDemo } from '../product/demo.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';

const port = 5353;
/** A killed node must be ready again within this time. */
const longestMs = 5000;

/** Time from the start of a node, on the data of a killed one (SIGKILL), until it is ready. */
export async function measureRestart(repetitions: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-bench-restart-'));
  // A demo compiles the configuration at every start. Other modes use the stored release.
  const settings = { DATA_DIR: dataDir, HAKBANG_MODE: 'test' };
  const times: number[] = [];
  const cpuMs: number[] = [];
  try {
    await (await startDemo(port, settings)).kill();
    for (let again = 0; again < repetitions; again += 1) {
      const startedAt = performance.now();
      const demo = await startDemo(port, settings);
      times.push(performance.now() - startedAt);
      cpuMs.push((await demo.usage()).cpuMs);
      await demo.kill();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const ms = median(times);
  return [
    { what: `a killed node is back (${await databaseInWords()})`, unit: 'ms', hakbang: ms, goal: atMost(longestMs, ms, ' ms') },
    { what: '  … CPU time until then', unit: 'ms', hakbang: median(cpuMs) },
  ];
}
