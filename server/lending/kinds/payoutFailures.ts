import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Ref } from '../../../engine/config/annotations.ts';
import { unknownReason } from '../../../engine/config/corrections.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { file } from './schemas.ts';

const Correction = object(
  {
    form: Ref('form', { title: 'Form' }),
    field: Type.String({ title: 'Field', description: 'Field of that form to correct.', minLength: 1 }),
    reason: Type.String({
      title: 'Reason',
      description: 'Reason from flows/corrections.json that is allowed for the field.',
      minLength: 1,
    }),
  },
  { title: 'Correction' },
);

const Failure = object(
  {
    loanEvent: Type.String({ title: 'Event of the loan', description: 'Event in flows/lifecycles/loan.lifecycle.json.', minLength: 1 }),
    applicationEvent: Type.Optional(
      Type.String({
        title: 'Event of the application',
        description: 'Event in flows/lifecycles/application.lifecycle.json. Absent if nothing needs correction.',
        minLength: 1,
      }),
    ),
    corrections: Type.Array(Correction, { title: 'Corrections' }),
    error: Ref('error', { title: 'Error', description: 'Error message for the borrower.' }),
  },
  { title: 'Failure' },
);
export type PayoutFailure = Static<typeof Failure>;

/** flows/lending/payoutFailures.json */
export const PayoutFailures = file('Payout failures', 'What the borrower must correct, by the payout provider’s reason.', {
  failures: object(
    {
      account: Failure,
      bankDetails: Failure,
      identityPhoto: Failure,
      identityDetails: Failure,
      other: Failure,
    },
    { title: 'Failures', description: 'Keyed by the provider’s reason.' },
  ),
});
export type PayoutFailures = Static<typeof PayoutFailures>;

function check({ failures }: PayoutFailures, project: ProjectView): KindFinding<LendingRule>[] {
  const reasons = Object.entries(failures);
  const found = reasons.flatMap(([reason, failure]) => {
    const pointer = `/failures/${reason}`;
    return [
      ...unknownEvent(project, 'loan', failure.loanEvent, `${pointer}/loanEvent`),
      ...(failure.applicationEvent === undefined
        ? []
        : unknownEvent(project, 'application', failure.applicationEvent, `${pointer}/applicationEvent`)),
      ...failure.corrections.flatMap((request, index) => [
        ...unknownField(project, request.form, request.field, `${pointer}/corrections/${index}/field`),
        ...unknownReason(project, request, `${pointer}/corrections/${index}/reason`),
        ...unstoredField(project, request, `${pointer}/corrections/${index}/field`),
        ...repeatedField(failure, index, `${pointer}/corrections/${index}/field`),
      ]),
    ];
  });
  // An unknown name may cause contradictions, so report only the name.
  return found.length > 0 ? found : reasons.flatMap((each, index) => contradictions(each, reasons.slice(0, index), project)).slice(0, 1);
}

function unstoredField(project: ProjectView, { form, field }: Static<typeof Correction>, pointer: string): KindFinding<LendingRule>[] {
  const property = project.get('form', form)?.properties[field];
  if (!property?.['x-transient'] && property?.['x-value'] === undefined) return [];
  const message = `"${form}.${field}" is never stored, so it cannot be asked again.`;
  return [{ code: 'failure-corrections', pointer, message, fix: 'Name the field whose answer is stored.' }];
}

function repeatedField({ corrections }: PayoutFailure, index: number, pointer: string): KindFinding<LendingRule>[] {
  const { form, field } = corrections[index] ?? {};
  if (corrections.findIndex((each) => each.form === form && each.field === field) === index) return [];
  return [
    { code: 'failure-corrections', pointer, message: `"${form}.${field}" is already listed.`, fix: 'Name another field, or remove it.' },
  ];
}

/** The corrections, the loan's event and the application's event express the same thing and must agree. */
function contradictions(
  [reason, { loanEvent, applicationEvent, corrections }]: [string, PayoutFailure],
  before: readonly [string, PayoutFailure][],
  project: ProjectView,
): KindFinding<LendingRule>[] {
  const found = (key: string, message: string): KindFinding<LendingRule>[] => [
    { code: 'failure-corrections', pointer: `/failures/${reason}/${key}`, message },
  ];
  if (applicationEvent !== undefined && corrections.length === 0)
    return found('corrections', `"${applicationEvent}" sends the application back, but there is nothing to correct.`);
  if (applicationEvent === undefined && corrections.length > 0)
    return found('corrections', 'These corrections need an "applicationEvent" that sends the application back.');
  const sends = sendsBack(loanEvent, project);
  if (sends !== undefined && sends !== corrections.length > 0)
    return found(
      'loanEvent',
      sends ? `"${loanEvent}" waits for corrections, but there are none.` : `"${loanEvent}" waits for no corrections.`,
    );
  const forms = (of: PayoutFailure) => [...new Set(of.corrections.map(({ form }) => form))].toSorted().join(', ');
  const other = before.find(([, each]) => each.loanEvent === loanEvent || each.applicationEvent === applicationEvent);
  if (!other || applicationEvent === undefined) return [];
  if (other[1].loanEvent !== loanEvent)
    return found('loanEvent', `After "${applicationEvent}", "${other[0]}" has "${other[1].loanEvent}".`);
  if (other[1].applicationEvent !== applicationEvent)
    return found('applicationEvent', `After "${loanEvent}", "${other[0]}" has "${String(other[1].applicationEvent)}".`);
  const [own, theirs] = [forms({ loanEvent, applicationEvent, corrections, error: '' }), forms(other[1])];
  return own === theirs ? [] : found('corrections', `"${applicationEvent}" opens ${theirs} for "${other[0]}", but ${own} here.`);
}

/** Whether the effects of a loan event send the application back. */
function sendsBack(event: string, project: ProjectView): boolean | undefined {
  const steps = Object.values(project.get('lifeCycle', 'loan')?.states ?? {}).flatMap(({ on }) => on?.[event] ?? []);
  return steps.length === 0 ? undefined : steps.some(({ effects = [] }) => effects.includes('sendBackApplication'));
}

function unknownEvent(project: ProjectView, lifeCycle: string, event: string, pointer: string): KindFinding<LendingRule>[] {
  const states = project.get('lifeCycle', lifeCycle)?.states;
  if (!states) return [];
  const events = [...new Set(Object.values(states).flatMap(({ on = {} }) => Object.keys(on)))];
  if (events.includes(event)) return [];
  const message = `No state of the life cycle "${lifeCycle}" accepts the event "${event}".`;
  return [{ code: 'unknown-event', pointer, message, meant: { written: event, known: events } }];
}

/** Ignores an unknown form, because the reference check reports it. */
function unknownField(project: ProjectView, form: string, field: string, pointer: string): KindFinding<LendingRule>[] {
  const properties = project.get('form', form)?.properties;
  if (!properties || Object.hasOwn(properties, field)) return [];
  const message = `The form "${form}" has no field "${field}".`;
  return [{ code: 'unknown-field', pointer, message, fix: `Its fields are: ${Object.keys(properties).join(', ')}.` }];
}

export const payoutFailuresKind: KindDefinition<LendingRule> = {
  name: 'payoutFailures',
  metaSchema: PayoutFailures,
  single: true,
  required: 'flows/lending/payoutFailures.json',
  check,
  sends({ failures }: PayoutFailures) {
    const all = Object.values(failures);
    return { loan: all.map(({ loanEvent }) => loanEvent), application: all.flatMap(({ applicationEvent }) => applicationEvent ?? []) };
  },
};
