import { contentRules } from './content.ts';
import { exploreRules } from './explore.ts';
import { expressionRules } from './expressions.ts';
import { fileRules } from './files.ts';
import { flowRules } from './flows.ts';
import { formRules } from './forms.ts';
import { nameRules } from './names.ts';
import type { Rules } from './rule.ts';
import { wordRules } from './words.ts';

/** Every code of the compiler and of `explore`. A finding with another code does not type-check. */
export const engineRules = {
  ...fileRules,
  ...nameRules,
  ...formRules,
  ...flowRules,
  ...expressionRules,
  ...wordRules,
  ...contentRules,
  ...exploreRules,
} as const satisfies Rules;

export type RuleCode = keyof typeof engineRules;
