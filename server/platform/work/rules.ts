import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/queues.json. */
export const workRules = {
  'work-unqueued': {
    severity: 'error',
    title: 'A kind of work is in no queue',
    why: 'Nobody would find this work, so a customer would wait forever.',
  },
  'work-deadline': {
    severity: 'error',
    title: 'Work without a deadline',
    why: 'Queues sort work by its deadline, so each kind of work needs one.',
  },
  'work-queue-twice': {
    severity: 'error',
    title: 'Two queues have the same id',
    why: 'The page URL contains the queue id, so only the first could be opened.',
  },
  'work-label': {
    severity: 'error',
    title: 'A queue or kind of work without a name',
    why: 'Staff read the label of the code in its enum. Without one they would read the code.',
  },
} as const satisfies Rules;

export type WorkRule = keyof typeof workRules;
