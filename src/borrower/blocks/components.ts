import { lazy } from 'react';
import { blockComponents } from '../../../engine/react/blocks/components.ts';
import type { BlockRegistry } from '../../../engine/react/screen/types.ts';

const ContactLinks = lazy(() => import('./contactLinks/ContactLinks.tsx').then((module) => ({ default: module.ContactLinks })));
const Outbox = lazy(() => import('./outbox/Outbox.tsx').then((module) => ({ default: module.Outbox })));
const PictureSteps = lazy(() => import('./pictureSteps/PictureSteps.tsx').then((module) => ({ default: module.PictureSteps })));
const CouponCard = lazy(() => import('./couponCard/CouponCard.tsx').then((module) => ({ default: module.CouponCard })));
const CouponChoice = lazy(() => import('./couponChoice/CouponChoice.tsx').then((module) => ({ default: module.CouponChoice })));
const DayChoice = lazy(() => import('./dayChoice/DayChoice.tsx').then((module) => ({ default: module.DayChoice })));
const Disclosure = lazy(() => import('./disclosure/Disclosure.tsx').then((module) => ({ default: module.Disclosure })));
const LoanOffer = lazy(() => import('./loanOffer/LoanOffer.tsx').then((module) => ({ default: module.LoanOffer })));
const ResendCode = lazy(() => import('./resendCode/ResendCode.tsx').then((module) => ({ default: module.ResendCode })));
const RewardLadder = lazy(() => import('./rewardLadder/RewardLadder.tsx').then((module) => ({ default: module.RewardLadder })));

/** The engine's blocks and the product's. */
export const blocks: BlockRegistry = {
  ...blockComponents,
  contactLinks: ContactLinks,
  couponCard: CouponCard,
  couponChoice: CouponChoice,
  dayChoice: DayChoice,
  disclosure: Disclosure,
  loanOffer: LoanOffer,
  outbox: Outbox,
  pictureSteps: PictureSteps,
  resendCode: ResendCode,
  rewardLadder: RewardLadder,
};
