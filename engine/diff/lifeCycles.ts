import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { LifeCycle } from '../config/flow.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import { pairsOf, type Sides } from './side.ts';

/** Compares states and their events. Code sends events and refers to states, and database rows store states. */
export function lifeCycleChanges(sides: Sides): Found[] {
  return pairsOf(sides, 'lifeCycle').flatMap(({ id, was, now }): Found[] => {
    if (!was)
      return now
        ? [
            {
              class: 'RULE',
              code: 'life-cycle-added',
              direction: 'changed',
              message: `The life cycle "${id}" is new.`,
              why: 'Nothing uses it yet.',
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
          message: `The life cycle "${id}" was removed.`,
          why: 'Code changes the state of rows with it.',
          side: sides.before,
          document: was.document,
          pointer: '',
        },
      ];
    return stateChanges(id, was, now, sides);
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
      message: `${id} starts in "${now.value.initial}" instead of "${was.value.initial}".`,
      why: 'New rows start there from now on.',
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
        message: `The state "${name}" of ${id} is new.`,
        why: 'No row is in it yet.',
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
        message: `The state "${name}" of ${id} was removed.`,
        why: 'Rows in this state could never leave it, and code may name it.',
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
        why: 'A final state allows no further events.',
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
        why: 'While a subject is open, its owner cannot start another one.',
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
          message: `${id}: "${state}" no longer has the event "${name}".`,
          why: 'Code sends this event and would be refused.',
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
          why: 'This event is new here.',
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
        message: `${id}: "${name}" leads from "${state}" to "${now.to}" instead of "${was.to}".`,
        why: 'The event ends in a different state.',
        pointer: `${pointer}/to`,
      });
    if (!sameExpression(was.when, now.when))
      found.push({
        ...current,
        class: 'RULE',
        code: 'guard-changed',
        direction: was.when === undefined ? 'tightened' : now.when === undefined ? 'loosened' : 'changed',
        message: `${id}: the condition of "${name}" in "${state}" changed.`,
        why: 'The event is allowed in different cases.',
        pointer,
        at: 'key',
      });
    for (const effect of (was.effects ?? []).filter((each) => !now.effects?.includes(each))) {
      found.push({
        ...gone,
        class: 'API-BREAKING',
        code: 'effect-removed',
        message: `${id}: "${name}" in "${state}" no longer has the effect "${effect}".`,
        why: 'Code relies on this effect.',
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
        message: `${id}: "${name}" in "${state}" has more effects.`,
        why: 'The event now does more.',
        pointer: `${pointer}/effects`,
        at: 'key',
      });
    return found;
  });
}
