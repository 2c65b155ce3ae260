import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, Reason, staffRoles, type WrittenStaffOperation } from './operation.ts';
import { Begun, Name, Password } from './people.ts';

/** Path of our page that opens the link. The token is appended to it. */
export const LinkPage = Type.String({
  pattern: '^(/[A-Za-z0-9_-]+){1,4}$',
  maxLength: 100,
  description: 'Path of the page that opens the link.',
});

export const EnrolmentLink = object({ address: Type.String({ description: 'Shown once.' }), until: Instant });
export type EnrolmentLink = Static<typeof EnrolmentLink>;

export const AccessState = Type.Enum(['done', 'pending'], { description: 'pending: a second person has to give access.' });

/** Accepts any text, so that people who copy a link incompletely, or with the full stop after it, learn that the link does not work. */
const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of an enrolment link.' });

export const OpenedEnrolment = object({
  state: Type.Enum(['open', 'waits', 'gone'], {
    description:
      'waits: a second admin has not given access yet. gone: unknown, expired, used or replaced, or nobody is asked to give access any more.',
  }),
  name: Type.Optional(Name),
  role: Type.Optional(Type.Enum([...staffRoles])),
});
export type OpenedEnrolment = Static<typeof OpenedEnrolment>;

/** First login, and login after a reset: a single-use link, so that no admin knows a password or a second factor. */
export const enrolmentOperations = operationsOf({
  /**
   * Replaces the earlier link and revokes access. The link becomes usable after `staff.enablePerson`, which this proposes, is approved.
   * Refuses with `conflict` if the person has a login: that needs a reset first.
   */
  'staff.newEnrolmentLink': {
    route: 'POST /api/staff/people/:id/enrolment-links',
    about: 'people',
    fresh: true,
    input: object({ id: Id, page: LinkPage, reason: Reason }),
    output: object({ ...EnrolmentLink.properties, state: AccessState }),
  },
  'staff.openEnrolment': {
    route: 'GET /api/staff/enrolments/:token',
    noCheck: true,
    about: 'self',
    input: object({ token: Token }),
    output: OpenedEnrolment,
  },
  /** Consumes the link and sets the password. The session may only add a second factor. Refuses with `linkGone`. */
  'staff.enrol': {
    route: 'POST /api/staff/enrolments',
    noCheck: true,
    about: 'self',
    input: object({ token: Token, password: Password }),
    output: Begun,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
