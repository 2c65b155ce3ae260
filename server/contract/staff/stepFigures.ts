import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { asOf, count, days } from './figure.ts';
import { Id, type WrittenStaffOperation } from './operation.ts';

const StepFigure = object({
  step: Type.String(),
  label: Type.String({ description: 'Title of the step, as people read it.' }),
  reached: count('People who came to the step.'),
  saved: count('People who saved it, or skipped it.'),
  stopped: count('People who came to it and did not save it.'),
  standing: Type.Optional(count('Drafts that are at the step now, rounded down to fives. Absent for fewer than ten.')),
  resumed: count('Saves by people who had been away.'),
  refused: count('Refusals, of the device and of the server.'),
  sentBack: count('Fields of the step that were sent back.'),
  seen: count('Visits of people who allow statistics.'),
  begun: count('Of these, visits with a change.'),
  left: count('Of these, visits that ended before the step was saved.'),
});
export type StepFigure = Static<typeof StepFigure>;

const FieldFigure = object({
  field: Type.String(),
  label: Type.String(),
  begun: count('Visits in which it was changed.'),
  left: count('Visits that ended here.'),
  refused: count('Refusals, of the device and of the server.'),
  sentBack: count('How often it was sent back.'),
  reasons: Type.Array(object({ code: Type.String(), count: Type.Integer() }), { description: 'Why it was refused, most frequent first.' }),
});
export type FieldFigure = Static<typeof FieldFigure>;

/** Where people stop in a flow. Totals for the days that retention keeps. */
export const stepFigureOperations = operationsOf({
  'staff.stepFigures': {
    route: 'GET /api/staff/figures/flows/:flow',
    about: 'service',
    input: object({ flow: Id, days }),
    output: object({
      ...asOf,
      steps: Type.Array(StepFigure, { description: 'In the order of the flow.' }),
      submitted: count('Flows sent.'),
    }),
  },
  'staff.fieldFigures': {
    route: 'GET /api/staff/figures/flows/:flow/steps/:step',
    about: 'service',
    input: object({ flow: Id, step: Id, days }),
    output: object({ ...asOf, label: Type.String(), fields: Type.Array(FieldFigure, { description: 'In the order of the form.' }) }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
