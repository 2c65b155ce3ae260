import type { LifeCycle } from '../config/flow.ts';
import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { found } from './finding.ts';

type States = LifeCycle['states'];

/** Checks that every state is reachable, and that every other than a final state has an exit and leads to a final state. */
export function exploreLifeCycle(entry: Entry<LifeCycle>): Diagnostic[] {
  const { initial, states } = entry.value;
  const reached = from(states, [initial], (name) => targets(states, name));
  const names = Object.keys(states);
  const ends = names.filter((name) => states[name]?.final);
  const ending = from(states, ends, (name) => names.filter((other) => targets(states, other).includes(name)));
  return names.flatMap((name) => {
    const pointer = pointerTo('/states', name);
    if (!reached.has(name)) return [found('state-unreachable', entry, pointer, `No event leads from "${initial}" to "${name}".`)];
    if (states[name]?.final) return [];
    if (targets(states, name).length === 0)
      return [found('state-without-exit', entry, pointer, `"${name}" is not final, but no event leaves it.`)];
    if (ends.length > 0 && !ending.has(name))
      return [found('state-never-ends', entry, pointer, `No final state can be reached from "${name}".`)];
    return [];
  });
}

const targets = (states: States, name: string): string[] => Object.values(states[name]?.on ?? {}).map(({ to }) => to);

function from(states: States, start: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const reached = new Set(start.filter((name) => Object.hasOwn(states, name)));
  for (const name of reached) for (const each of next(name)) if (Object.hasOwn(states, each)) reached.add(each);
  return reached;
}
