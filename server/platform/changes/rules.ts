import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/studio.json. */
export const studioRules = {
  'rollout-stage-order': {
    severity: 'error',
    title: 'A stage of a rollout that does not grow',
    why: 'Each stage gives a release to more people than the one before. A stage with fewer of them, or as many, would change nothing for anybody.',
  },
  'weaker-approval': {
    severity: 'error',
    title: 'A folder asks for fewer approvals than everywhere else',
    why: 'The highest number that a change touches counts, and "needed" counts everywhere. So the entry has no effect, and perhaps protects less than somebody meant.',
  },
} as const satisfies Rules;

export type StudioRule = keyof typeof studioRules;
