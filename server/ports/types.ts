import type { CollectionPort } from './collection.ts';
import type { FaceMatchPort } from './faceMatch.ts';
import type { PayoutPort } from './payout.ts';
import type { SmsPort } from './sms.ts';
import type { SocialLinkPort } from './socialLink.ts';
import type { StoragePort } from './storage.ts';

/** External services. Each has an embedded sandbox that can simulate failures. */
export interface Ports {
  sms: SmsPort;
  storage: StoragePort;
  faceMatch: FaceMatchPort;
  payout: PayoutPort;
  collection: CollectionPort;
  /** Absent if production has no provider; linking is then not offered. */
  socialLink?: SocialLinkPort;
}
