import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Ref, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Rules } from '../../../engine/config/rules/rule.ts';
import { lackingRoles } from '../staff/roles.ts';
import type { RoleRule } from '../staff/rules.ts';
import { staffRoles } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';

/** flows/approvals.json: which actions need a second person. */
const Approvals = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    expiresAfterHours: Type.Integer({
      title: 'Expires after (hours)',
      description: 'A proposal that nobody decided is void afterwards.',
      minimum: 1,
      maximum: 720,
    }),
    actions: Type.Array(
      object({
        operation: Ref('operation', { title: 'Operation', description: 'An action that can be held for a second person.' }),
        aboveCents: Type.Optional(
          Type.Integer({
            title: 'Above',
            description: 'Only above this amount, in hundredths of the currency. Always by default.',
            minimum: 0,
            maximum: 10_000_000_000,
          }),
        ),
        askedBy: Type.Optional(
          Type.Enum(['customer', 'staff'], {
            title: 'Asked by',
            description: 'Only if a customer, or staff, asked for it. Always by default.',
          }),
        ),
        by: Type.Array(Type.Enum([...staffRoles]), {
          title: 'By',
          description: 'Roles of the second person.',
          minItems: 1,
          uniqueItems: true,
        }),
      }),
      { title: 'Actions' },
    ),
  },
  { title: 'Approvals', description: 'Actions of staff that take effect only once a second person has approved them.' },
);
export type Approvals = Static<typeof Approvals>;

/** Rules that check flows/approvals.json. */
export const approvalRules = {
  'not-approvable': {
    severity: 'error',
    title: 'This action cannot wait for a second person',
    why: 'The server carries it out at once. Only operations that code can hold are allowed here.',
  },
  'approved-twice': {
    severity: 'error',
    title: 'Two rules for one action',
    why: 'Only the first would count.',
  },
} as const satisfies Rules;
type ApprovalRule = keyof typeof approvalRules | RoleRule;

/** @param approvable ids of the operations that code can hold */
export const approvalsKind = (approvable: readonly string[]): KindDefinition<ApprovalRule> => ({
  name: 'approvals',
  metaSchema: Approvals,
  single: true,
  required: 'flows/approvals.json',
  check: ({ actions }: Approvals, project): KindFinding<ApprovalRule>[] => [
    ...lackingRoles(
      actions.flatMap(({ by }, at) => by.map((role, index) => ({ role, pointer: `/actions/${at}/by/${index}` }))),
      'staff.decideApproval',
      'approve anything',
      project,
    ),
    ...actions.flatMap(({ operation }, index): KindFinding<ApprovalRule>[] => {
      const pointer = `/actions/${index}/operation`;
      if (!approvable.includes(operation)) {
        const message = `"${operation}" takes effect at once, so no second person can approve it.`;
        return [{ code: 'not-approvable', pointer, message, fix: `Choose one of ${approvable.join(', ')}.` }];
      }
      const isTaken = actions.findIndex((other) => other.operation === operation) < index;
      return isTaken ? [{ code: 'approved-twice', pointer, message: `"${operation}" has a rule already.` }] : [];
    }),
  ],
});

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    approvals: Approvals;
  }
}

const none: Approvals = { expiresAfterHours: 72, actions: [] };

/** The rules, from the application that has them. */
export function approvalsOf({ releases, applications }: Pick<Deps, 'releases' | 'applications'>): Approvals {
  const all = [releases, ...applications.map((application) => application.releases)];
  return all.map((each) => onlyOf(each.active().manifest.other, 'approvals')).find((found) => found !== undefined) ?? none;
}
