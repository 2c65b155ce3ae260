import type { Area } from '../../platform/area.ts';
import { keyIdsIn } from '../../platform/crypto/blindIndex.ts';
import { account } from './routes.ts';

export const accountArea: Area = {
  name: 'account',
  texts: { 'sms.accountChanged': ['ending'] },
  routes: [account],
  keyIds: [keyIdsIn('payout_accounts', 'digest')],
};
