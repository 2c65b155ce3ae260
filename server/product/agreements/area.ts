import { agreementTexts } from './texts.ts';
import type { Area } from '../../platform/area.ts';
import { agreements } from './routes.ts';

export const agreementsArea: Area = {
  name: 'agreements',
  refusals: ['signatureNotYours', 'signatureRequired', 'signatureUnclear', 'totalCostCap'],
  texts: agreementTexts,
  routes: [agreements],
};
