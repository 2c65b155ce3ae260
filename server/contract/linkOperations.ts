import Type from 'typebox';
import { object } from '../../engine/config/object.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { ImageCodeAnswer, Language, LinkToken, SentCode } from './schemas.ts';

const FlowId = Type.String({ maxLength: 80 });

/** Links that lead back to a flow. A link alone is no login. */
export const linkOperations = operationsOf({
  'flows.sendLink': {
    route: 'POST /api/flows/:flow/links',
    repeatable: true,
    input: object({ flow: FlowId }),
    output: object({
      url: Type.String({ description: 'The link, which the SMS contains too. Only this answer holds it: the server stores its hash.' }),
      maskedPhone: Type.String(),
      days: Type.Integer({ description: 'Days for which the link works.' }),
    }),
  },
  'resumeLinks.open': {
    route: 'GET /api/resume-links/:token',
    noCheck: true,
    input: object({ token: LinkToken }),
    output: object({
      state: Type.Enum(['yours', 'somebodyElse', 'login', 'gone'], {
        description:
          'yours: the session belongs to the owner. somebodyElse: to another customer. login: there is no session. gone: the link is unknown, expired or no longer needed.',
      }),
      flow: Type.Optional(Type.String({ description: 'Present for the owner.' })),
      maskedPhone: Type.Optional(Type.String({ description: 'The number to which a code can be sent.' })),
    }),
  },
  'resumeLinks.requestCode': {
    route: 'POST /api/resume-links/codes',
    noCheck: true,
    repeatable: true,
    input: object({ token: LinkToken, imageCode: Type.Optional(ImageCodeAnswer), language: Type.Optional(Language) }),
    output: SentCode,
  },
} as const satisfies Record<string, WrittenOperation>);
