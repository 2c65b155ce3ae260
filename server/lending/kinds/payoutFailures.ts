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
  return Object.entries(failures).flatMap(([reason, failure]) => {
    const pointer = `/failures/${reason}`;
    return [
      ...unknownEvent(project, 'loan', failure.loanEvent, `${pointer}/loanEvent`),
      ...(failure.applicationEvent === undefined
        ? []
        : unknownEvent(project, 'application', failure.applicationEvent, `${pointer}/applicationEvent`)),
      ...failure.corrections.flatMap((request, index) => [
        ...unknownField(project, request.form, request.field, `${pointer}/corrections/${index}/field`),
        ...unknownReason(project, request, `${pointer}/corrections/${index}/reason`),
      ]),
    ];
  });
}

function unknownEvent(project: ProjectView, lifeCycle: string, event: string, pointer: string): KindFinding<LendingRule>[] {
  const states = project.get('lifeCycle', lifeCycle)?.states;
  if (!states) return [];
  const events = [...new Set(Object.values(states).flatMap(({ on = {} }) => Object.keys(on)))];
  if (events.includes(event)) return [];
  const message = `No state of the life cycle "${lifeCycle}" accepts the event "${event}".`;
  return [{ code: 'unknown-event', pointer, message, meant: { written: event, known: events } }];
}

/** An unknown form is reported by its reference. */
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
};
