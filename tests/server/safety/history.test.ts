import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { onPostgres } from '../support/testDatabase.ts';
import { history, type Command } from './support/commands.ts';
import { World } from './support/world.ts';

vi.setConfig({ testTimeout: 900_000 });

/** More, and others: `HISTORIES=1000 SEED=7 npx vitest run tests/server/safety/history.test.ts`. */
const numRuns = Number(process.env['HISTORIES'] ?? (onPostgres ? 30 : 15));
/** The same ones each time: a gate must not fail by chance. */
const seed = Number(process.env['SEED'] ?? 20_260_601);
/** The books grow, and all of them are checked after each command. */
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

/** What a history breaks first, with what led to it; undefined when all holds. */
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
        // A broken database would also break later histories, and so the search for a shorter one.
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
