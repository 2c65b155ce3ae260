import { rmSync } from 'node:fs';
import type { Effort } from '../main.ts';
import { type Borrower, login } from '../product/borrower.ts';
import { startDemo } from '../product/demo.ts';
import { readProject, relaxed, writeProject } from '../project.ts';
import type { Figure } from '../report.ts';
import { databaseInWords } from './database.ts';
import { prepareDrafts } from './drafts.ts';
import { loadConfiguration, loadDrafts, loadHome, loadWithdrawals } from './load.ts';
import { measureRestart } from './restart.ts';
import { measureValidation } from './validation.ts';
import { prepareWithdrawals } from './withdrawals.ts';

const port = 5352;
const borrowers = 50;

/** Phone numbers far enough apart not to count as neighbours. */
const phoneOf = (index: number) => `9${String(170_000_000 + index * 10_007).padStart(9, '0')}`;

/** A quarter of the goal's rate, so that preparation takes no longer than the measurement. */
const withdrawalsPerSecondOfLoad = 50;

async function logIn(origin: string, first: number, count: number): Promise<Borrower[]> {
  const people: Borrower[] = [];
  for (let index = first; index < first + count; index += 1) people.push(await login(origin, phoneOf(index)));
  return people;
}

async function underLoad(seconds: number): Promise<Figure[]> {
  console.log(`  loaded on: ${await databaseInWords()}`);
  const files = readProject();
  const configDir = writeProject(relaxed(files));
  const demo = await startDemo(port, { CONFIG_DIR: configDir });
  try {
    const figures = await loadConfiguration(demo, seconds);
    const people = await logIn(demo.origin, 0, borrowers);
    const drafts = await prepareDrafts(demo.origin, people, files);
    figures.push(...(await loadHome(demo, people, seconds)));
    figures.push(...(await loadDrafts(demo, people, drafts, seconds)));
    const takers = await logIn(demo.origin, borrowers, Math.ceil(seconds * withdrawalsPerSecondOfLoad));
    figures.push(...(await loadWithdrawals(demo, await prepareWithdrawals(demo.origin, takers, files))));
    return figures;
  } finally {
    await demo.stop();
    rmSync(configDir, { recursive: true, force: true });
  }
}

/** Measures validation in Node, the API under load (with the generator on the same machine), and the restart of a killed node. */
export async function measureServer({ repetitions, loadSeconds }: Effort): Promise<Figure[]> {
  return [...(await measureValidation(repetitions)), ...(await underLoad(loadSeconds)), ...(await measureRestart(repetitions))];
}
