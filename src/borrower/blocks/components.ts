import { blockComponents, loadBlocks as loadEngineBlocks } from '../../../engine/react/blocks/components.ts';
import { laterBlocks } from '../../../engine/react/screen/laterBlocks.tsx';
import type { BlockRegistry } from '../../../engine/react/screen/types.ts';

const later = laterBlocks({
  contactLinks: () => import('./contactLinks/ContactLinks.tsx').then((module) => ({ default: module.ContactLinks })),
  homescreenManifest: () =>
    import('./homescreenManifest/HomescreenManifest.tsx').then((module) => ({ default: module.HomescreenManifest })),
  outbox: () => import('./outbox/Outbox.tsx').then((module) => ({ default: module.Outbox })),
  pictureSteps: () => import('./pictureSteps/PictureSteps.tsx').then((module) => ({ default: module.PictureSteps })),
  couponCard: () => import('./couponCard/CouponCard.tsx').then((module) => ({ default: module.CouponCard })),
  couponChoice: () => import('./couponChoice/CouponChoice.tsx').then((module) => ({ default: module.CouponChoice })),
  dayChoice: () => import('./dayChoice/DayChoice.tsx').then((module) => ({ default: module.DayChoice })),
  disclosure: () => import('./disclosure/Disclosure.tsx').then((module) => ({ default: module.Disclosure })),
  loanOffer: () => import('./loanOffer/LoanOffer.tsx').then((module) => ({ default: module.LoanOffer })),
  repaymentChoice: () => import('./repaymentChoice/RepaymentChoice.tsx').then((module) => ({ default: module.RepaymentChoice })),
  resendCode: () => import('./resendCode/ResendCode.tsx').then((module) => ({ default: module.ResendCode })),
  rewardLadder: () => import('./rewardLadder/RewardLadder.tsx').then((module) => ({ default: module.RewardLadder })),
});

export const blocks: BlockRegistry = { ...blockComponents, ...later.components };

/** Loads the code of blocks before they are shown. */
export const loadBlocks = (names: readonly string[]): Promise<unknown> => Promise.all([loadEngineBlocks(names), later.load(names)]);
