import type { ContactHours } from '../platform/notifications/kind.ts';

/** SEC MC 18 s.2019 calls it unfair to contact a borrower before six in the morning or after ten at night. */
export const contactHours: ContactHours = { from: 6, until: 22 };
