import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import { useAnswer } from './useAnswer.ts';

export interface PlaceOfCondition {
  file: string;
  pointer: string;
}

/** The scope of the condition at a place. It is requested again when a condition is added there or removed. */
export function useConditionContext(
  operation: string,
  change: string,
  { file, pointer }: PlaceOfCondition,
  isWritten: boolean,
): ConditionContext | undefined {
  // An existing condition can read more, such as the items of the surrounding list.
  return useAnswer(operation, { id: change, file, pointer }, { again: isWritten }) as ConditionContext | undefined;
}
