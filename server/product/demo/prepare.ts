import type { Deps } from '../../platform/deps.ts';
import { demoStates, written } from './state.ts';
import { isEmptyDatabase, playStory } from './story.ts';

/**
 * Fills an empty demo with its demo borrowers and prints their logins. Errors are logged and stop nothing: the product works without these
 * borrowers.
 */
export async function prepareDemo(deps: Deps, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (!deps.settings.demoCustomers) return;
  try {
    if (await isEmptyDatabase(deps)) await playStory(deps, signal);
    if (!signal.aborted) introduce(await demoStates(deps), say);
  } catch (error) {
    deps.log.error({ err: error }, 'creating the demo borrowers failed');
  }
}

function introduce(people: Awaited<ReturnType<typeof demoStates>>, say: (line: string) => void): void {
  if (people.length === 0) return;
  say('  Ready-made borrowers: log in with a number (its code appears here), or with one click at /dev');
  for (const { firstName, number, now } of people) say(`    ${written(number)}  ${firstName.padEnd(6)} ${now}`);
  say('');
}
