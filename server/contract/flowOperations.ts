import Type from 'typebox';
import { closed } from './schemas.ts';

export const flowOperations = {
  'flows.carryOver': {
    id: 'flows.carryOver',
    method: 'GET',
    path: '/api/flows/:flow/carry-over',
    input: Type.Object(
      {
        flow: Type.String({ maxLength: 80 }),
        from: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Release under which the draft on the device was written.' }),
      },
      closed,
    ),
    output: Type.Object(
      {
        release: Type.String({ description: 'Release that validates the answers now.' }),
        steps: Type.Array(Type.Unknown(), {
          description: 'Migration steps between the two releases, in order. Empty if the older release is unknown.',
        }),
      },
      closed,
    ),
  },
  /** Reveals one secret answer to its owner. Requires a fresh login, is rate limited per hour and audited. */
  'flows.reveal': {
    id: 'flows.reveal',
    method: 'POST',
    path: '/api/flows/:flow/reveals',
    input: Type.Object(
      { flow: Type.String({ maxLength: 80 }), form: Type.String({ maxLength: 80 }), field: Type.String({ maxLength: 80 }) },
      closed,
    ),
    output: Type.Object(
      { value: Type.Unknown(), seconds: Type.Integer({ description: 'Seconds for which a screen may show the value.' }) },
      closed,
    ),
  },
} as const;
