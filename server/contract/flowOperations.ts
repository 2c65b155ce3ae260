import Type from 'typebox';
import { closed } from './schemas.ts';

/** What flows offer beside reading and saving. */
export const flowOperations = {
  'flows.carryOver': {
    id: 'flows.carryOver',
    method: 'GET',
    path: '/api/flows/:flow/carry-over',
    input: Type.Object(
      {
        flow: Type.String({ maxLength: 80 }),
        from: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Release under which a draft on a device was typed.' }),
      },
      closed,
    ),
    output: Type.Object(
      {
        release: Type.String({ description: 'Release that rules the answers now.' }),
        steps: Type.Array(Type.Unknown(), {
          description: 'Steps of the migrations between, in order; none where that release is not known.',
        }),
      },
      closed,
    ),
  },
  /** One secret answer, to its owner: with a fresh login, so often an hour, and audited. */
  'flows.reveal': {
    id: 'flows.reveal',
    method: 'POST',
    path: '/api/flows/:flow/reveals',
    input: Type.Object(
      { flow: Type.String({ maxLength: 80 }), form: Type.String({ maxLength: 80 }), field: Type.String({ maxLength: 80 }) },
      closed,
    ),
    output: Type.Object({ value: Type.Unknown(), seconds: Type.Integer({ description: 'How long a screen may show it.' }) }, closed),
  },
} as const;
