import type { ContactHours } from '../platform/notifications/kind.ts';

/** SEC MC 18 s.2019 forbids contacting a borrower before 6 a.m. or after 10 p.m. */
export const contactHours: ContactHours = { from: 6, until: 22 };
