import type { Registry } from '../../config/definitions.ts';
import type { LifeCycle } from '../../config/flow.ts';
import { isNear, nearMiss } from '../../expression/index.ts';
import type { Finding } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Project } from '../project/project.ts';

/** Checks the states of a life cycle, and its events and effects against those that code has. */
export const lifeCycleFindings = (value: LifeCycle, project: Project): Finding[] => [
  ...stateFindings(value, project.registry.oneOpen),
  ...eventFindings(value, project),
  ...misplacedEffects(value, project.registry),
  ...missingEffects(value, project.registry),
  ...unlikeTargets(value),
];

function stateFindings({ id, initial, states }: LifeCycle, oneOpen: readonly string[] = []): Finding[] {
  const misspelt = misspeltStates(initial, states);
  const isOpen = !oneOpen.includes(id) || Object.values(states).some(({ open }) => open);
  const fix = 'Add "open": true to each open state.';
  const closed: Finding[] = isOpen ? [] : [{ code: 'no-open-state', pointer: '/states', message: `No state of "${id}" is open.`, fix }];
  if (oneOpen.includes(id)) closed.push(...closedTooEarly(states));
  const finals = Object.entries(states).flatMap(([name, state]): Finding[] => {
    if (!state.final) return [];
    const pointer = pointerTo('/states', name);
    const isLeft = Object.keys(state.on ?? {}).length > 0;
    return [
      ...(isLeft ? [{ code: 'left-final' as const, pointer, message: `"${name}" is final, but it has events.` }] : []),
      ...(state.open ? [{ code: 'open-final' as const, pointer, message: `"${name}" is final, so it cannot be open.` }] : []),
    ];
  });
  // A misspelt state is also why others are unreachable.
  return [...misspelt, ...closed, ...finals, ...(misspelt.length === 0 ? wayFindings(initial, states) : [])];
}

/** An open subject must stay open until it reaches a final state. Otherwise its owner could begin another one in between. */
const closedTooEarly = (states: States): Finding[] =>
  Object.entries(states).flatMap(([name, { open, final }]): Finding[] => {
    const before = Object.keys(states).find((other) => states[other]?.open && targets(states, other).includes(name));
    if (open || final || before === undefined) return [];
    const message = `"${name}" follows the open state "${before}" and is not final, but it is not open.`;
    return [{ code: 'no-open-state', severity: 'warning', pointer: pointerTo('/states', name), message, fix: 'Add "open": true.' }];
  });

function misspeltStates(initial: string, states: States): Finding[] {
  const unknown = (name: string, pointer: string): Finding[] =>
    Object.hasOwn(states, name)
      ? []
      : [{ code: 'unknown-state', pointer, message: `There is no state "${name}".`, ...nearMiss(name, Object.keys(states)) }];
  const aims = Object.entries(states).flatMap(([name, { on = {} }]) =>
    Object.entries(on).map(([event, { to }]) => ({ to, pointer: `${pointerTo(`${pointerTo('/states', name)}/on`, event)}/to` })),
  );
  return [...unknown(initial, '/initial'), ...aims.flatMap(({ to, pointer }) => unknown(to, pointer))];
}

type States = LifeCycle['states'];

/** Checks that every state is reachable, and that every non-final state has an exit and leads to a final state. */
function wayFindings(initial: string, states: States): Finding[] {
  const names = Object.keys(states);
  const reached = from([initial], (name) => targets(states, name));
  const ends = names.filter((name) => states[name]?.final);
  const ending = from(ends, (name) => names.filter((other) => targets(states, other).includes(name)));
  const lost = names.filter((name) => !reached.has(name));
  // States that only unreachable states lead to are unreachable for the same reason.
  const first = lost.filter((name) => !lost.some((other) => other !== name && targets(states, other).includes(name)));
  return names.flatMap((name): Finding[] => {
    const pointer = pointerTo('/states', name);
    if (lost.includes(name)) {
      if (!(first.length > 0 ? first : lost.slice(0, 1)).includes(name)) return [];
      const message = `No event leads from "${initial}" to "${name}".`;
      return [{ code: 'unreachable-state', pointer, message }];
    }
    if (states[name]?.final) return [];
    if (targets(states, name).length === 0)
      return [{ code: 'state-without-exit', pointer, message: `"${name}" is not final, but no event leaves it.` }];
    if (ends.length > 0 && !ending.has(name))
      return [{ code: 'state-never-ends', pointer, message: `No final state can be reached from "${name}".` }];
    return [];
  });
}

const targets = (states: States, name: string): string[] => Object.values(states[name]?.on ?? {}).map(({ to }) => to);

function from(start: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const reached = new Set(start);
  for (const name of reached) for (const each of next(name)) reached.add(each);
  return reached;
}

/** Checks that each state knows each event that code sends, and that something sends each event that a state names. */
function eventFindings({ id, states }: LifeCycle, project: Project): Finding[] {
  const { events = {}, unsent = {} } = project.registry;
  const { [id]: sent } = events;
  if (!sent) return [];
  const steps = Object.entries(states).flatMap(([state, { on = {} }]) =>
    Object.keys(on).map((event) => ({ event, pointer: pointerTo(`${pointerTo('/states', state)}/on`, event), at: 'key' as const })),
  );
  const refused = Object.entries(states).flatMap(([state, { refuses = [] }]) =>
    refuses.map((event, index) => ({ event, pointer: `${pointerTo('/states', state)}/refuses/${index}`, at: undefined })),
  );
  const taken = new Set(steps.map(({ event }) => event));
  const named = namedInFiles(id, project);
  // The kind of a file reports the events that the file names.
  const untaken = sent.filter((event) => !taken.has(event) && !named.includes(event));
  const known = new Set([...sent, ...(unsent[id] ?? []), ...named]);
  const all = [...steps, ...refused];
  const lost = all.filter(({ event }, index) => !known.has(event) && all.findIndex((each) => each.event === event) === index);
  // If an event was renamed, the code that sends it misses the old name.
  const newName = (event: string) => lost.find((each) => isNear(each.event, event) || isNear(event, each.event))?.event;
  const isRenamed = untaken.every((event) => newName(event) !== undefined);
  if (untaken.length > 0 && !isRenamed) {
    return untaken.map((event) => ({
      code: 'untaken-event',
      pointer: '/states',
      at: 'key',
      message: `Code sends the event "${event}", but no state accepts it.`,
      fix: 'Restore the event, or change the code first.',
    }));
  }
  if (lost.length === 0) return unhandledEvents(states, [...sent, ...named.filter((event) => taken.has(event))]);
  return lost.map(({ event, pointer, at }) => {
    const old = untaken.find((each) => newName(each) === event);
    return {
      code: 'unsent-event',
      pointer,
      ...(at && { at }),
      message: `Nothing sends the event "${event}".`,
      ...(old === undefined ? nearMiss(event, sent) : { fix: `Did you mean "${old}"?`, instead: { was: event, is: old } }),
    };
  });
}

/** A final state refuses every event. */
const unhandledEvents = (states: States, sent: readonly string[]): Finding[] =>
  Object.entries(states).flatMap(([name, { final, on = {}, refuses = [] }]): Finding[] => {
    const pointer = pointerTo('/states', name);
    const both = refuses.flatMap((event, index): Finding[] => {
      const message = `"${name}" accepts the event "${event}", so it cannot refuse it.`;
      return Object.hasOwn(on, event) ? [{ code: 'refused-and-taken', pointer: `${pointer}/refuses/${index}`, message }] : [];
    });
    const missing = final ? [] : [...new Set(sent)].filter((event) => !Object.hasOwn(on, event) && !refuses.includes(event));
    if (missing.length === 0) return both;
    const quoted = missing.map((event) => `"${event}"`).join(', ');
    const message = `Code sends ${quoted}, but "${name}" neither accepts nor refuses ${missing.length === 1 ? 'it' : 'them'}.`;
    const fix = `Add to "on" where ${missing.length === 1 ? 'it leads' : 'they lead'}, or write "refuses": [${quoted}].`;
    return [...both, { code: 'unhandled-event', pointer, at: 'key', message, fix }];
  });

/** The events of a life cycle that code sends because a file names them. */
const namedInFiles = (id: string, project: Project): string[] =>
  Object.values(project.kinds).flatMap((kind) => project.ofKind(kind.name).flatMap(({ value }) => kind.sends?.(value)[id] ?? []));

/** Checks that each effect is in its own life cycle, at the events that it belongs to. */
function misplacedEffects(cycle: LifeCycle, { effects }: Registry): Finding[] {
  return transitionsOf(cycle).flatMap(({ event, step, pointer }) =>
    (step.effects ?? []).flatMap((effect, index): Finding[] => {
      const { events, lifeCycle = cycle.id } = (Object.hasOwn(effects, effect) && effects[effect]) || {};
      if (lifeCycle === cycle.id && (events?.includes(event) ?? true)) return [];
      const message =
        lifeCycle === cycle.id
          ? `The effect "${effect}" belongs to ${(events ?? []).map((name) => `"${name}"`).join(', ')}, not to "${event}".`
          : `The effect "${effect}" belongs to the life cycle "${lifeCycle}".`;
      return [{ code: 'misplaced-effect', pointer: `${pointer}/effects/${index}`, message }];
    }),
  );
}

/** Checks that each event has the effects that must happen with it. */
function missingEffects(cycle: LifeCycle, { effects }: Registry): Finding[] {
  const needed = Object.values(effects).filter(({ lifeCycle, always }) => always && lifeCycle === cycle.id);
  return transitionsOf(cycle).flatMap(({ event, step, pointer }) =>
    needed
      .filter(({ name, events = [] }) => events.includes(event) && !step.effects?.includes(name))
      .map(({ name, description }): Finding => {
        const message = `"${event}" lacks the effect "${name}": ${lowerFirst(description)}`;
        return { code: 'missing-effect', pointer, at: 'key', message, fix: 'Add it to the effects of the event.' };
      }),
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const transitionsOf = ({ states }: LifeCycle) =>
  Object.entries(states).flatMap(([state, { on = {} }]) =>
    Object.entries(on).map(([event, step]) => ({ state, event, step, pointer: pointerTo(`${pointerTo('/states', state)}/on`, event) })),
  );

/** An event means the same in every state, so it must lead to a single state, or leave the state unchanged. */
function unlikeTargets(cycle: LifeCycle): Finding[] {
  const moves = transitionsOf(cycle).filter(({ state, step }) => step.to !== state);
  return moves.flatMap(({ event, state, step, pointer }): Finding[] => {
    const others = moves.filter((each) => each.event === event && each.state !== state);
    const [other] = others;
    // With only two that differ, nobody knows which one is intended, so the later one is reported.
    const isLast = others.length > 1 || moves.findLast((each) => each.event === event)?.state === state;
    if (!other || !isLast || others.some((each) => each.step.to === step.to)) return [];
    const message = `"${event}" leads to "${step.to}" here, and from "${other.state}" to "${other.step.to}".`;
    return [{ code: 'unlike-targets', pointer: `${pointer}/to`, message }];
  });
}
