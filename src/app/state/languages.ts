import type { Settings } from '../../../engine/config/settings.ts';

/** Local-storage key and cookie of the chosen language. The cookie lets the server choose the texts of the first screen. */
const key = 'language';
const yearSeconds = 31_536_000;

/** The language chosen on this device, else the page's, else the default. */
export function initialLanguage({ languages }: Settings, pageLanguage: string): string {
  const offered = new Set(languages.offered.map(({ code }) => code));
  return [readChoice(), pageLanguage].find((code) => code !== undefined && offered.has(code)) ?? languages.default;
}

function readChoice(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the chosen language (G03) and sets the page's `lang`, for screen readers. */
export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage failed; the cookie below may still work.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${key}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  document.documentElement.lang = language;
}
