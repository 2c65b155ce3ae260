import { forgetLimits } from '../limits/limitPerHour.ts';
import { privacyDocument } from './privacy.ts';
import { alike } from '../spokenTexts.ts';
import type { Area } from '../area.ts';
import { auth } from './routes.ts';

export const authArea: Area = {
  name: 'auth',
  refusals: ['codeIncorrect', 'imageCodeRequired', 'linkGone', 'privacyNotAccepted', 'securityLock', 'smsLimit'],
  texts: { 'sms.newDevice': ['day'], ...alike('sms', ['loginCode', 'freshCode', 'guestCode'], ['code', 'minutes']) },
  needs: { document: [privacyDocument] },
  routes: [auth],
  erase: async ({ tx, customerId }) => {
    await tx.deleteFrom('customer_devices').where('customer_id', '=', customerId).execute();
    await forgetLimits(tx, customerId);
  },
};
