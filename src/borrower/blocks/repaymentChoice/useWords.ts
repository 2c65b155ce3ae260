import { type Texts, useText } from '../../../../engine/react/text.tsx';

export interface Words {
  word: (key: string, values?: Record<string, unknown>) => string;
  formats: Texts['formats'];
}

export function useWords(): Words {
  const texts = useText();
  return { word: (key, values) => texts.t(`common.blocks.repaymentChoice.${key}`, values), formats: texts.formats };
}
