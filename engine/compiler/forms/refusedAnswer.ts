import type { PropertySchema } from '../../config/form.ts';
import { withdrawnProblems } from '../../form/withdrawn.ts';
import { tryValidator } from '../release/validators.ts';

/** Returns why a field refuses an answer: the keyword of its schema, or `withdrawn`. */
export const refusedAnswer = (field: PropertySchema, answer: unknown): string | undefined =>
  tryValidator(field)(answer) ?? withdrawnProblems(field, undefined, answer)[0]?.code;

/** Describes a keyword with its value: "maximum is 31". */
export function limitOf(field: PropertySchema, keyword: string): string {
  const limit = field[keyword as keyof PropertySchema];
  return typeof limit === 'number' ? `${keyword} is ${limit}` : keyword;
}
