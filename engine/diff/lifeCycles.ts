import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { LifeCycle } from '../config/flow.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import { pairsOf, type Sides } from './side.ts';

/** States, and what leads out of them. Code sends events and names states; rows stand in them. */
export function lifeCycleChanges(sides: Sides): Found[] {
  return pairsOf(sides, 'lifeCycle').flatMap(({ id, was, now }): Found[] => {
    if (!was)
      return now
        ? [
            {
              class: 'RULE',
              code: 'life-cycle-added',
              direction: 'changed',
              message: `There is a life cycle "${id}".`,
              why: 'Nothing has it so far.',
              side: sides.after,
              document: now.document,
              pointer: '',
            },
          ]
        : [];
    if (!now)
      return [
        {
          class: 'API-BREAKING',
          code: 'life-cycle-removed',
          message: `The life cycle "${id}" is gone.`,
          why: 'Code moves rows through it.',
          side: sides.before,
          document: was.document,
          pointer: '',
        },
      ];
    return stateChanges(id, was as Entry<LifeCycle>, now as Entry<LifeCycle>, sides);
  });
}

function stateChanges(id: string, was: Entry<LifeCycle>, now: Entry<LifeCycle>, { before, after }: Sides): Found[] {
  const [old, fresh] = [was.value.states, now.value.states];
  const [gone, current] = [
    { side: before, document: was.document },
    { side: after, document: now.document },
  ];
  const at = pointerTo;
  const found: Found[] = [];
  if (was.value.initial !== now.value.initial) {
    found.push({
      ...current,
      class: 'RULE',
      code: 'initial-changed',
      direction: 'changed',
      message: `${id} begins as "${now.value.initial}" and no longer as "${was.value.initial}".`,
      why: 'What is new from now on begins there.',
      pointer: '/initial',
    });
  }
  for (const name of Object.keys(fresh)) {
    if (!old[name])
      found.push({
        ...current,
        class: 'RULE',
        code: 'state-added',
        direction: 'changed',
        message: `${id} has a state "${name}".`,
        why: 'Nothing is in it so far.',
        pointer: at('/states', name),
        at: 'key',
      });
  }
  for (const [name, state] of Object.entries(old)) {
    const pointer = at('/states', name);
    const next = fresh[name];
    if (!next) {
      found.push({
        ...gone,
        class: 'API-BREAKING',
        code: 'state-removed',
        message: `${id} has no state "${name}" any more.`,
        why: 'What stands in it could never leave it, and code may name it.',
        pointer,
        at: 'key',
      });
      continue;
    }
    if (Boolean(state.final) !== Boolean(next.final))
      found.push({
        ...current,
        class: 'RULE',
        code: 'final-changed',
        direction: next.final ? 'tightened' : 'loosened',
        message: `${id}: "${name}" is ${next.final ? 'final' : 'no longer final'}.`,
        why: 'It says whether anything may still happen.',
        pointer,
        at: 'key',
      });
    if (Boolean(state.open) !== Boolean(next.open))
      found.push({
        ...current,
        class: 'RULE',
        code: 'open-changed',
        direction: next.open ? 'tightened' : 'loosened',
        message: `${id}: "${name}" is ${next.open ? 'open' : 'no longer open'}.`,
        why: 'It says whether another one may begin meanwhile.',
        pointer,
        at: 'key',
      });
    found.push(...eventChanges(id, name, state.on ?? {}, next.on ?? {}, gone, current));
  }
  return found;
}

type Events = NonNullable<LifeCycle['states'][string]['on']>;
type Place = Pick<Found, 'side' | 'document'>;

function eventChanges(id: string, state: string, old: Events, fresh: Events, gone: Place, current: Place): Found[] {
  const base = `${pointerTo('/states', state)}/on`;
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((name): Found[] => {
    const pointer = pointerTo(base, name);
    const [was, now] = [old[name], fresh[name]];
    if (!now)
      return [
        {
          ...gone,
          class: 'API-BREAKING',
          code: 'event-removed',
          message: `${id}: "${name}" no longer leads out of "${state}".`,
          why: 'Code sends the event and would be refused.',
          pointer,
          at: 'key',
        },
      ];
    if (!was)
      return [
        {
          ...current,
          class: 'RULE',
          code: 'event-added',
          direction: 'loosened',
          message: `${id}: "${name}" leads from "${state}" to "${now.to}".`,
          why: 'Something may happen that could not.',
          pointer,
          at: 'key',
        },
      ];
    const found: Found[] = [];
    if (was.to !== now.to)
      found.push({
        ...current,
        class: 'RULE',
        code: 'target-changed',
        direction: 'changed',
        message: `${id}: "${name}" leads from "${state}" to "${now.to}" and no longer to "${was.to}".`,
        why: 'The event ends elsewhere.',
        pointer: `${pointer}/to`,
      });
    if (!sameExpression(was.when, now.when))
      found.push({
        ...current,
        class: 'RULE',
        code: 'guard-changed',
        direction: was.when === undefined ? 'tightened' : now.when === undefined ? 'loosened' : 'changed',
        message: `${id}: "${name}" in "${state}" has another condition.`,
        why: 'The event is let through at other times.',
        pointer,
        at: 'key',
      });
    for (const effect of (was.effects ?? []).filter((each) => !now.effects?.includes(each))) {
      found.push({
        ...gone,
        class: 'API-BREAKING',
        code: 'effect-removed',
        message: `${id}: "${name}" in "${state}" no longer does "${effect}".`,
        why: 'Code counts on what it does being done with this event.',
        pointer: `${pointer}/effects`,
        at: 'key',
      });
    }
    if ((now.effects ?? []).some((each) => !was.effects?.includes(each)))
      found.push({
        ...current,
        class: 'RULE',
        code: 'effect-added',
        direction: 'changed',
        message: `${id}: "${name}" in "${state}" does more.`,
        why: 'Something else happens with the event.',
        pointer: `${pointer}/effects`,
        at: 'key',
      });
    return found;
  });
}
