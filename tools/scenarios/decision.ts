import { readConfiguration } from '../../tests/e2e/support/fill.ts';

/** The borrower's view of an application. */
export interface ApplicationView {
  id?: string;
  state: string;
  reason?: string;
  limitCents?: number;
  retryAfterDays?: number;
}

type Words = Readonly<Record<string, { title?: string }>>;

/** Reads the decision from the borrower's view. The screen must say the same. */
export function readDecision(view: ApplicationView, text: string, language: string): unknown {
  const words = readConfiguration<Words>(`locales/${language}/screens/homeIndex.json`);
  const { state, reason, limitCents, retryAfterDays } = view;
  const shown = [
    words[state]?.title,
    limitCents === undefined ? undefined : (limitCents / 100).toLocaleString(language),
    retryAfterDays === undefined ? undefined : String(retryAfterDays),
  ];
  const missing = shown.filter((words) => words !== undefined && !text.includes(words));
  if (missing.length > 0) throw new Error(`the home screen does not say ${missing.join(', ')}, but: ${text.replaceAll(/\s+/g, ' ')}`);
  return {
    decision: state,
    ...(reason !== undefined && { reason }),
    ...(limitCents !== undefined && { limitCents }),
    ...(retryAfterDays !== undefined && { retryAfterDays }),
  };
}
