import { laterBlocks } from '../../screen/laterBlocks.tsx';

/** The components of definitions.ts. They are not in the code of an application that does not register them. */
export const workplaceComponents = laterBlocks({
  chips: () => import('../chips/Chips.tsx'),
  chart: () => import('../chart/Chart.tsx'),
  choices: () => import('../choices/Choices.tsx'),
  dialog: () => import('../dialog/Dialog.tsx'),
  facts: () => import('../facts/Facts.tsx'),
  filters: () => import('../filters/Filters.tsx'),
  live: () => import('../live/Live.tsx'),
  outcome: () => import('../outcome/Outcome.tsx'),
  shortcuts: () => import('../shortcuts/Shortcuts.tsx'),
  whileShown: () => import('../whileShown/WhileShown.tsx'),
});
