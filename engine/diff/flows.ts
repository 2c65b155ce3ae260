import type { Entry } from '../compiler/project/project.ts';
import { placedSteps, wholeCondition, type PlacedStep } from '../compiler/project/subFlows.ts';
import type { Flow, FlowStep } from '../config/flow.ts';
import { stableJson } from '../form/hash.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import { pairsOf, type Side, type Sides } from './side.ts';
import type { Direction } from './types.ts';

type FlowEntry = Entry<Flow>;

/** Compares the steps, their order and their conditions. */
export function flowChanges(sides: Sides): Found[] {
  return pairsOf(sides, 'flow').flatMap(({ id, was, now }) => {
    if (was && now) return changed(id, was, now, sides);
    if (now) return [whole(id, now, sides.after, 'flow-added', 'RULE', `The flow "${id}" is new.`, 'Nobody has started it yet.')];
    if (!was) return [];
    const gone = whole(
      id,
      was,
      sides.before,
      'flow-removed',
      'DRAFT-BREAKING',
      `The flow "${id}" was removed.`,
      'People in this flow cannot continue.',
    );
    return [{ ...gone, loses: { flow: id } }];
  });
}

const whole = (id: string, { document }: Entry, side: Side, code: string, name: Found['class'], message: string, why: string): Found => ({
  class: name,
  code,
  message,
  why,
  side,
  document,
  pointer: '/id',
  about: { steps: stepsOf(side, id) },
});

const stepsOf = ({ project }: Side, flow: string): string[] =>
  (project.get('flow', flow)?.value.steps ?? []).map(({ id }) => `${flow}.${id}`);

function changed(id: string, was: FlowEntry, now: FlowEntry, sides: Sides): Found[] {
  const [old, fresh] = [was.value.steps, now.value.steps];
  const find = (steps: readonly FlowStep[], name: string) => steps.findIndex((step) => step.id === name);
  const removed = old.flatMap((step, index) => (find(fresh, step.id) < 0 ? [stepRemoved(id, step, index, was, now, sides)] : []));
  const added = fresh.flatMap((step, index): Found[] =>
    find(old, step.id) < 0
      ? [
          {
            ...inStep(id, step, sides.after, placeOf(now, index, sides.after)),
            class: 'RULE',
            code: 'step-added',
            direction: 'tightened',
            message: `The step "${step.id}" of ${id} is new.`,
            why: 'Drafts keep their answers. A draft that is already past the step goes back to it.',
          },
        ]
      : [],
  );
  const both = fresh.flatMap((step, index) => {
    const at = find(old, step.id);
    const before = old[at];
    return before ? stepChanges(id, [before, step], [at, index], [was, now], sides) : [];
  });
  return [...removed, ...added, ...both, ...orderChange(id, old, fresh, now, sides), ...completion(id, was, now, sides)];
}

type StepPlace = Pick<PlacedStep, 'document' | 'pointer'>;

const inStep = (flow: string, step: FlowStep, side: Side, { document, pointer }: StepPlace, name?: string) => ({
  side,
  document,
  pointer: name === undefined ? pointer : `${pointer}/${name}`,
  about: { steps: [`${flow}.${step.id}`] },
});

/** Returns the place of a step in the file of its flow or sub-flow. */
const placeOf = (flow: FlowEntry, index: number, { project }: Side): StepPlace =>
  placedSteps(flow, project)[index] ?? { document: flow.document, pointer: '/steps' };

function stepRemoved(flow: string, step: FlowStep, index: number, was: FlowEntry, now: FlowEntry, { before }: Sides): Found {
  const place = inStep(flow, step, before, placeOf(was, index, before));
  const heir = step.form === undefined ? undefined : now.value.steps.find(({ form }) => form === step.form);
  const message = `The step "${step.id}" of ${flow} was removed${heir ? `; "${heir.id}" asks for the same form` : ''}.`;
  if (step.form === undefined) {
    return { ...place, class: 'RULE', code: 'step-removed', direction: 'loosened', message, why: 'It had no form of its own.' };
  }
  const why = heir
    ? 'Its answers stay valid, but their confirmation belongs to the old step. Rename the step in a migration, or people have to confirm again.'
    : 'No step of the flow has its answers now. Drop or move them in a migration.';
  const loses = heir ? { flow, step: step.id } : { flow, step: step.id, form: step.form };
  return { ...place, class: 'DRAFT-BREAKING', code: 'step-removed', direction: 'loosened', message, why, loses };
}

/** The properties of a step, and the code of a change to each. */
const meanings: readonly { name: keyof FlowStep; code: string; isLook?: true }[] = [
  { name: 'route', code: 'step-route-changed' },
  { name: 'kind', code: 'step-kind-changed' },
  { name: 'check', code: 'step-check-changed' },
  { name: 'minutes', code: 'step-minutes-changed', isLook: true },
];

function stepChanges(
  flow: string,
  [was, now]: [FlowStep, FlowStep],
  [, index]: [number, number],
  [, entry]: [FlowEntry, FlowEntry],
  { after }: Sides,
): Found[] {
  const place = (name: string) => inStep(flow, now, after, placeOf(entry, index, after), name);
  const found: Found[] = meanings.flatMap(({ name, code, isLook }): Found[] =>
    was[name] === now[name]
      ? []
      : [
          {
            ...place(name),
            class: isLook ? 'LOOK' : 'RULE',
            code,
            ...(!isLook && { direction: directionOf(was[name], now[name]) }),
            message: `${flow}.${now.id}: ${name} was ${said(was[name])} and is ${said(now[name])}.`,
            why: isLook ? 'Only the displayed time changes.' : 'The way into or past the step changes.',
          },
        ],
  );
  if (Boolean(was.optional) !== Boolean(now.optional)) {
    found.push({
      ...place('optional'),
      class: 'RULE',
      code: 'step-optional-changed',
      direction: now.optional ? 'loosened' : 'tightened',
      message: `${flow}.${now.id} ${now.optional ? 'can be skipped now' : 'can no longer be skipped'}.`,
      why: now.optional ? 'Applications may lack the answers of its form.' : 'People who skipped the step are asked again.',
    });
  }
  for (const name of ['when', 'until'] as const) {
    const [old, fresh] = name === 'when' ? [wholeCondition(was), wholeCondition(now)] : [was.until, now.until];
    if (sameExpression(old, fresh)) continue;
    const direction = name === 'when' ? whenDirection(old, fresh) : directionOf(old, fresh);
    const message = `${flow}.${now.id}: ${name} was ${said(old)} and is ${said(fresh)}.`;
    found.push({
      ...place(name),
      class: 'RULE',
      code: `step-${name}-changed`,
      direction,
      message,
      why: 'The step now applies to different people, or makes different people wait.',
    });
  }
  found.push(...guestChange(flow, [was, now], place('guest')), ...itemsChange(flow, [was, now], place('form')));
  if (was.form !== now.form && was.form !== undefined) {
    found.push({
      ...place('form'),
      class: 'DRAFT-BREAKING',
      code: 'step-form-changed',
      direction: 'changed',
      message: `${flow}.${now.id} asks for ${said(now.form)} instead of "${was.form}".`,
      why: 'The existing answers of the step belong to another form. Rename the form in a migration, or ask again.',
      loses: { flow, step: now.id, form: was.form },
    });
  }
  return found;
}

type FoundPlace = ReturnType<typeof inStep>;

function guestChange(flow: string, [was, now]: [FlowStep, FlowStep], place: FoundPlace): Found[] {
  if (stableJson(was.guest) === stableJson(now.guest)) return [];
  const [before, after] = [was.guest, now.guest].map((guest) => (guest === undefined ? 'the customer' : 'a guest'));
  return [
    {
      ...place,
      class: 'RULE',
      code: 'step-guest-changed',
      direction: directionOf(was.guest, now.guest),
      message:
        before === after
          ? `${flow}.${now.id}: what the guest is asked with changed.`
          : `${flow}.${now.id} is answered by ${after} and no longer by ${before}.`,
      why: 'Open invitations keep their number of days; new ones follow the new rules.',
    },
  ];
}

function itemsChange(flow: string, [was, now]: [FlowStep, FlowStep], place: FoundPlace): Found[] {
  if (was.forEach === now.forEach || was.form === undefined || was.form !== now.form) return [];
  const [before, after] = [was.forEach, now.forEach].map((list) => (list === undefined ? 'once' : `for each item of ${list}`));
  return [
    {
      ...place,
      class: 'DRAFT-BREAKING',
      code: 'step-items-changed',
      direction: 'changed',
      message: `${flow}.${now.id} is asked ${after} and no longer ${before}.`,
      why: 'The existing answers of the step belong to no item, or to other items. Drop them in a migration; people answer again.',
      loses: { flow, step: now.id, form: was.form },
    },
  ];
}

const said = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

const directionOf = (was: unknown, now: unknown): Direction =>
  was === undefined ? 'tightened' : now === undefined ? 'loosened' : 'changed';

/** A conditional step is looser than an unconditional one. */
const whenDirection = (was: unknown, now: unknown): Direction =>
  was === undefined ? 'loosened' : now === undefined ? 'tightened' : 'changed';

function orderChange(flow: string, old: readonly FlowStep[], fresh: readonly FlowStep[], { document }: Entry, { after }: Sides): Found[] {
  const shared = (steps: readonly FlowStep[], others: readonly FlowStep[]) =>
    steps.map(({ id }) => id).filter((id) => others.some((step) => step.id === id));
  const [was, now] = [shared(old, fresh), shared(fresh, old)];
  if (was.join() === now.join()) return [];
  const moved = now.filter((id, index) => was[index] !== id);
  return [
    {
      class: 'RULE',
      code: 'step-order-changed',
      direction: 'changed',
      message: `${flow}: the steps ${moved.join(', ')} have a different order.`,
      why: 'Drafts keep their answers, but their next step can change.',
      side: after,
      document,
      pointer: '/steps',
      about: { steps: moved.map((id) => `${flow}.${id}`) },
    },
  ];
}

function completion(flow: string, was: FlowEntry, now: FlowEntry, { after }: Sides): Found[] {
  if (stableJson(was.value.onComplete) === stableJson(now.value.onComplete)) return [];
  const message = `The action on completion of ${flow} changed.`;
  const about = { steps: stepsOf(after, flow).slice(-1) };
  const pointer = now.value.onComplete ? '/onComplete' : '/id';
  return [
    {
      class: 'RULE',
      code: 'completion-changed',
      direction: 'changed',
      message,
      why: 'It affects everyone who completes the flow.',
      side: after,
      document: now.document,
      pointer,
      about,
    },
  ];
}
