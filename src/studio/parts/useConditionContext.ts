import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import { useAnswer } from './useAnswer.ts';

export interface PlaceOfCondition {
  file: string;
  pointer: string;
}

/** What the condition at a place can read. It is asked again once one is written there, or none is any more. */
export function useConditionContext(
  operation: string,
  change: string,
  { file, pointer }: PlaceOfCondition,
  isWritten: boolean,
): ConditionContext | undefined {
  // What is written widens what can be read, such as the items of a list around it.
  return useAnswer(operation, { id: change, file, pointer }, { again: isWritten }) as ConditionContext | undefined;
}
