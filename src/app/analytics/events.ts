/** What analytics learns of a visit: screens, steps, and failed checks. Only ids of the configuration, never answers. */
export type AnalyticsEvent =
  | { name: 'screenViewed'; screen: string }
  | { name: 'stepViewed'; flow: string; step: string }
  | { name: 'stepCompleted'; flow: string; step: string }
  | { name: 'checkFailed'; form: string; field: string; code: string };

/** How the compiler lets ids be written. */
const isId = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(text);

/** The event with ids alone, or undefined: whatever does not look like an id could be an answer, and stays here. */
export function onlyIds(event: AnalyticsEvent): AnalyticsEvent | undefined {
  return Object.values(event).every(isId) ? event : undefined;
}

/** The property of a form that a problem lies in: `/contacts/1/phone` → contacts. */
export const fieldOfPath = (path: string): string => path.split('/')[1] ?? '';
