import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/templates.json. */
export const templateRules = {
  'template-title': {
    severity: 'error',
    title: 'A message of staff has no title',
    why: 'Staff choose a message by its title, and the message centre shows it. Without one, it would have the same title as any news.',
  },
} as const satisfies Rules;

export type TemplateRule = keyof typeof templateRules;
