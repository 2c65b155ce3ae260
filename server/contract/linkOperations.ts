import Type from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Id, none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { ImageCodeAnswer, Language, LinkToken, SentCode } from './schemas.ts';

export const Invitation = object({
  state: Type.Enum(['none', 'sent', 'opened', 'done', 'declined', 'expired'], {
    description: 'opened: the guest proved the number.',
  }),
  name: Type.String({ description: 'Name of the guest, from earlier answers.' }),
  maskedPhone: Type.String(),
  at: Type.Optional(Type.String({ description: 'Time of the state, ISO 8601.' })),
  expiresAt: Type.Optional(Type.String({ description: 'ISO 8601.' })),
});

const FlowId = Type.String({ maxLength: 80 });

/** Links that take a customer back to a flow, or a guest to one of its steps. A link alone logs nobody in. */
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
  'invitations.get': {
    route: 'GET /api/flows/:flow/steps/:step/invitation',
    input: object({ flow: FlowId, step: FlowId }),
    output: Invitation,
  },
  /** Sends a link to the guest of a step. Ends any earlier invitation to the step. */
  'invitations.send': {
    route: 'POST /api/flows/:flow/steps/:step/invitation',
    repeatable: true,
    input: object({ flow: FlowId, step: FlowId }),
    output: Invitation,
  },
  'invitations.withdraw': {
    route: 'DELETE /api/flows/:flow/steps/:step/invitation',
    input: object({ flow: FlowId, step: FlowId }),
    output: Invitation,
  },
  'invitations.open': {
    route: 'GET /api/invitations/:token',
    noCheck: true,
    input: object({ token: LinkToken }),
    output: object({
      state: Type.Enum(['open', 'done', 'gone'], {
        description: 'open: the guest can answer. done: the answers were sent. gone: unknown, expired, withdrawn, replaced or declined.',
      }),
      flow: Type.Optional(Type.String()),
      step: Type.Optional(Type.String()),
      from: Type.Optional(Type.String({ description: 'Who asks, as the flow says it. Nothing else of the answers is here.' })),
      name: Type.Optional(Type.String({ description: 'Name of the guest.' })),
      maskedPhone: Type.Optional(Type.String({ description: 'The number to which a code can be sent.' })),
    }),
  },
  'invitations.requestCode': {
    route: 'POST /api/invitations/codes',
    noCheck: true,
    repeatable: true,
    input: object({
      token: LinkToken,
      imageCode: Type.Optional(ImageCodeAnswer),
      privacyAccepted: Type.Optional(Type.Boolean()),
      language: Type.Optional(Language),
    }),
    output: SentCode,
  },
  /** Begins a guest session, which opens one step and nothing else. A guest is not a customer. */
  'invitations.verifyCode': {
    route: 'POST /api/invitations/sessions',
    noCheck: true,
    repeatable: true,
    input: object({
      token: LinkToken,
      challengeId: Id,
      code: Type.String({ pattern: '^[0-9]{1,8}$' }),
      imageCode: Type.Optional(ImageCodeAnswer),
    }),
    output: object({
      guest: Type.String({ description: 'Id of the invitation, under which a device keeps the draft.' }),
      token: Type.String(),
    }),
  },
  /** Ends the caller's guest session. A customer's session continues. */
  'invitations.leave': { route: 'DELETE /api/invitations/session', noCheck: true, input: none, output: none },
  /** Declines the invitation: the person at this number cannot or will not answer. */
  'invitations.decline': { route: 'POST /api/invitations/refusals', noCheck: true, input: object({ token: LinkToken }), output: none },
} as const satisfies Record<string, WrittenOperation>);
