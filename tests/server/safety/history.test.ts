import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { onPostgres } from '../support/testDatabase.ts';
import { history, type Command } from './support/commands.ts';
import { World } from './support/world.ts';

vi.setConfig({ testTimeout: 900_000 });

/** To run more or different ones: `HISTORIES=1000 SEED=7 npx vitest run tests/server/safety/history.test.ts`. */
const numRuns = Number(process.env['HISTORIES'] ?? (onPostgres ? 30 : 15));
/** The same histories each time, because a gate must not fail by chance. */
const seed = Number(process.env['SEED'] ?? 20_260_601);
/** The books grow, and every command checks all of them. */
const historiesInOneWorld = 5;

let world: World | undefined;
let lived = 0;
const reached = new Set<string>();
const leave = async () => {
  for (const state of (await world?.reached()) ?? []) reached.add(state);
  await world?.server.close();
  world = undefined;
};
afterAll(leave);

/** Returns what a history breaks first and the commands up to it; undefined if all invariants hold. */
async function live(commands: readonly Command[]): Promise<{ broken: string[]; after: readonly Command[] } | undefined> {
  if (lived++ % historiesInOneWorld === 0) await leave();
  world ??= await World.create();
  await world.begin();
  for (const [index, command] of commands.entries()) {
    const broken = await world.happens(command);
    if (broken.length > 0) return { broken, after: commands.slice(0, index + 1) };
  }
  const broken = await world.drain();
  return broken.length > 0 ? { broken, after: commands } : undefined;
}

test(`all invariants hold after any events in any order: ${numRuns} histories`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (commands) => {
      try {
        expect(await live(commands)).toBeUndefined();
      } catch (error) {
        // A broken database would also break later histories, including those that shrink this one.
        await leave();
        throw error;
      }
    }),
    { numRuns, seed, endOnFailure: process.env['SHRINK'] === '0' },
  );
});

test('the histories reach the states that matter', async () => {
  await leave();
  expect([...reached]).toEqual(expect.arrayContaining(['loan active', 'loan settled', 'full success', 'full fail', 'extension success']));
});
