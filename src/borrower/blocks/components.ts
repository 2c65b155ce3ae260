import { blockComponents, loadBlocks as loadEngineBlocks } from '../../../engine/react/blocks/components.ts';
import { laterBlocks } from '../../../engine/react/screen/laterBlocks.tsx';
import type { BlockRegistry } from '../../../engine/react/screen/types.ts';

const later = laterBlocks({
  contactLinks: () => import('./contactLinks/ContactLinks.tsx'),
  homescreenManifest: () => import('./homescreenManifest/HomescreenManifest.tsx'),
  outbox: () => import('./outbox/Outbox.tsx'),
  pictureSteps: () => import('./pictureSteps/PictureSteps.tsx'),
  couponCard: () => import('./couponCard/CouponCard.tsx'),
  couponChoice: () => import('./couponChoice/CouponChoice.tsx'),
  dayChoice: () => import('./dayChoice/DayChoice.tsx'),
  disclosure: () => import('./disclosure/Disclosure.tsx'),
  loanOffer: () => import('./loanOffer/LoanOffer.tsx'),
  repaymentChoice: () => import('./repaymentChoice/RepaymentChoice.tsx'),
  resendCode: () => import('./resendCode/ResendCode.tsx'),
  rewardLadder: () => import('./rewardLadder/RewardLadder.tsx'),
});

export const blocks: BlockRegistry = { ...blockComponents, ...later.components };

/** Preloads the code of blocks. */
export const loadBlocks = (names: readonly string[]): Promise<unknown> => Promise.all([loadEngineBlocks(names), later.load(names)]);
