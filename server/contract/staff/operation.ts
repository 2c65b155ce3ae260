import Type from 'typebox';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { closed } from '../schemas.ts';

/** Who works at the desk (safety.md, Staff). An admin manages people and sees no personal data. */
export const staffRoles = ['underwriter', 'support', 'reviewer', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Who works on applications and loans. */
export const desk = ['underwriter', 'support'] as const satisfies readonly StaffRole[];

/** A call of staff: `roles` may make it. Screens of borrowers cannot name it, since it is not in the registry. */
export interface StaffOperation extends OperationDefinition {
  roles: readonly StaffRole[];
}

// What several operations take and give.
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const Reason = Type.String({
  maxLength: 300,
  pattern: '(?:\\S\\s*){3}',
  description: 'Why, in at least three characters that are no blanks; stands in the audit.',
});
export const Instant = Type.String();
export const Row = Type.Record(Type.String(), Type.Unknown());
export const none = Type.Object({}, closed);
export const done = Type.Object({ state: Type.String() }, closed);
export const page = { before: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the last one seen.' })) };
export const more = { next: Type.Optional(Type.String({ description: 'Give it as `before` for the following page.' })) };
