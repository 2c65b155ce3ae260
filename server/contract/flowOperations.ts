import Type from 'typebox';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';

export const flowOperations = operationsOf({
  'flows.carryOver': {
    route: 'GET /api/flows/:flow/carry-over',
    guests: true,
    input: object({
      flow: Type.String({ maxLength: 80 }),
      from: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Release under which the draft on the device was written.' }),
    }),
    output: object({
      release: Type.String({ description: 'Release that validates the answers now.' }),
      steps: Type.Array(Type.Unknown(), {
        description:
          'For builds of the app that know no `when`: the steps of all migrations. Empty if a step has a `when`, and such a device then reports what it cannot place.',
      }),
      migrations: Type.Array(Type.Unknown(), {
        description: 'Migrations between the two releases, in order. Empty if the older release is unknown.',
      }),
      expressions: Type.Optional(Type.String({ description: 'Address of the module with the conditions of the steps, if there are any.' })),
    }),
  },
  /** Reveals one secret answer to its owner. Requires a fresh login, is rate limited per hour and audited. */
  'flows.reveal': {
    route: 'POST /api/flows/:flow/reveals',
    input: object({ flow: Type.String({ maxLength: 80 }), form: Type.String({ maxLength: 80 }), field: Type.String({ maxLength: 80 }) }),
    output: object({ value: Type.Unknown(), seconds: Type.Integer({ description: 'Seconds for which a screen may show the value.' }) }),
  },
} as const satisfies Record<string, WrittenOperation>);
