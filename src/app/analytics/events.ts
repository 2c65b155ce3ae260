/** The events sent to analytics: screens, steps, and failed checks. They contain only ids from the configuration, never answers. */
export type AnalyticsEvent =
  | { name: 'screenViewed'; screen: string }
  | { name: 'stepViewed'; flow: string; step: string }
  | { name: 'stepCompleted'; flow: string; step: string }
  | { name: 'checkFailed'; form: string; field: string; code: string };

/** The compiler's pattern for ids. */
const isId = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(text);

/** The event if it contains only ids, else undefined: any other text could be an answer and must not leave the device. */
export function onlyIds(event: AnalyticsEvent): AnalyticsEvent | undefined {
  return Object.values(event).every(isId) ? event : undefined;
}

/** The form's property in a problem's path: `/contacts/1/phone` → contacts. */
export const fieldOfPath = (path: string): string => path.split('/')[1] ?? '';
