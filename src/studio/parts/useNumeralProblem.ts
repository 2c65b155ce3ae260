import { useText } from '../../../engine/react/text.tsx';
import { numeralProblem } from './numeral.ts';

/** Says in words why typed text is not a number. */
export function useNumeralProblem(): (typed: string, isWhole?: boolean) => string | undefined {
  const { t } = useText();
  return (typed, isWhole) => {
    const problem = numeralProblem(typed, isWhole);
    return problem && t(`common.blocks.rebase.typed.${problem.key}`, problem.values);
  };
}
