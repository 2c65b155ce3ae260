import type { CollectionPort } from './collection.ts';
import type { FaceMatchPort } from './faceMatch.ts';
import type { PayoutPort } from './payout.ts';
import type { SmsPort } from './sms.ts';
import type { SocialLinkPort } from './socialLink.ts';
import type { StoragePort } from './storage.ts';

/** The outside world, as the server sees it. Each has an embedded sandbox that can be told to fail. */
export interface Ports {
  sms: SmsPort;
  storage: StoragePort;
  faceMatch: FaceMatchPort;
  payout: PayoutPort;
  collection: CollectionPort;
  /** Absent where production names no provider: linking an account is then not offered. */
  socialLink?: SocialLinkPort;
}
