import Type from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { WrittenOperation } from '../operation.ts';

export { Id, none } from '../units.ts';

/** Staff roles (safety.md, Staff). An admin manages people and sees no personal data. */
export const staffRoles = ['underwriter', 'support', 'reviewer', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Roles that work on applications and loans. */
export const desk = ['underwriter', 'support'] as const satisfies readonly StaffRole[];

interface Limited {
  roles: readonly StaffRole[];
}

/** A staff operation, limited to `roles`. It is not in the registry, so borrower screens cannot name it. */
export type StaffOperation = OperationDefinition & Limited;
export type WrittenStaffOperation = WrittenOperation & Limited;

export const Reason = Type.String({
  maxLength: 300,
  pattern: '(?:\\S\\s*){3}',
  description: 'Reason for the audit log, with at least three non-blank characters.',
});
export const Instant = Type.String();
export const Row = Type.Record(Type.String(), Type.Unknown());
export const done = object({ state: Type.String() });
export const page = { before: Type.Optional(Type.String({ maxLength: 64, description: 'Cursor: `next` from the previous page.' })) };
export const more = { next: Type.Optional(Type.String({ description: 'Cursor for the next page. Send it as `before`.' })) };
