import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';

/** Events of a step that a device may count. The server counts the rest itself. */
export const deviceEvents = ['seen', 'begun', 'refused', 'left'] as const;

const Name = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' });

const StepEvent = object({
  step: Name,
  event: Type.Enum([...deviceEvents], {
    description:
      'seen: the step was shown. begun: the step, or one of its fields, was changed. refused: a check refused the field. left: the page was hidden before the step was saved, last at this field.',
  }),
  field: Type.Optional(Name),
  code: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,39}$', description: 'Why it was refused.' })),
});
export type StepEvent = Static<typeof StepEvent>;

export const stepCountOperations = operationsOf({
  /**
   * Counts events on a device whose owner allows statistics: names of steps and fields, never an answer. Only totals are kept. Refuses with
   * `badRequest` (a name that the active release does not have) and `tooFrequent`.
   */
  'flows.count': {
    route: 'POST /api/flows/:flow/counts',
    input: object({
      flow: Name,
      events: Type.Array(StepEvent, { minItems: 1, maxItems: 60, uniqueItems: true }),
    }),
    output: none,
  },
} as const satisfies Record<string, WrittenOperation>);
