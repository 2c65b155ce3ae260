import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/roles.json. */
export const roleRules = {
  'unknown-staff-operation': {
    severity: 'error',
    title: 'A right to an operation that does not exist',
    why: 'The right would permit nothing. Operations on the own session need no right, so no right may name them.',
  },
  'unknown-right': {
    severity: 'error',
    title: 'A role holds a right that does not exist',
    why: 'The role would not be able to do what its author meant.',
  },
  'operation-without-right': {
    severity: 'error',
    title: 'An operation that no role may call',
    why: 'The server refuses an operation to every role that holds no right to it, so nobody could do this work.',
  },
  'right-without-role': {
    severity: 'error',
    title: 'A right that no role holds',
    why: 'Nobody could call its operations.',
  },
  'nobody-manages-people': {
    severity: 'error',
    title: 'No role may manage people',
    why: 'Nobody could let a new colleague in, or end the access of somebody who left.',
  },
  'manager-sees-customers': {
    severity: 'error',
    title: 'A role manages people and also sees customers',
    why: 'Somebody who gives out rights could give them to themselves. Keep the two apart, so that nobody can read about customers unseen.',
  },
  'role-words': {
    severity: 'error',
    title: 'A role or a right has no label',
    why: 'The page with the table of roles shows the label of the code in its enum. Without one, staff would read the code.',
  },
  'role-lacks-right': {
    severity: 'error',
    title: 'A role is assigned something that it may not do',
    why: 'The server refuses what no right of the role includes, so the work would wait for somebody else.',
  },
} as const satisfies Rules;

export type RoleRule = keyof typeof roleRules;
