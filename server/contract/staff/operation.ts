import Type from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { WrittenOperation } from '../operation.ts';

export { Id, none } from '../units.ts';

/** Staff roles. flows/roles.json says what each may do. Editors and translators work on the product, not on customers. */
export const staffRoles = ['underwriter', 'support', 'reviewer', 'admin', 'editor', 'translator'] as const;
export type StaffRole = (typeof staffRoles)[number];

interface Governed {
  /**
   * The data that the operation concerns. `self` is the caller's own session, or no readable data; every role may call it. The others need
   * a right from flows/roles.json: `people` manages staff, `customers` shows or changes what belongs to customers, `service` does neither.
   */
  about: 'self' | 'people' | 'customers' | 'service';
}

/** A staff operation. It is not in the registry, so borrower screens cannot name it. */
export type StaffOperation = OperationDefinition & Governed;
export type WrittenStaffOperation = WrittenOperation & Governed;

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
