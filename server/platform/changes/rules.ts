import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/studio.json. */
export const studioRules = {
  'rollout-stage-order': {
    severity: 'error',
    title: 'A stage of a rollout that does not grow',
    why: 'Each stage gives a release to more people than the one before. A stage with fewer of them, or as many, would change nothing for anybody.',
  },
} as const satisfies Rules;

export type StudioRule = keyof typeof studioRules;
