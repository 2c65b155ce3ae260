import type { Settings } from '../../../engine/config/settings.ts';

/** Local-storage key and cookie of the chosen language; the cookie lets the server choose the words of the first screen. */
const key = 'language';
const yearSeconds = 31_536_000;

/** The language chosen on this device, else the one the page came in, else the default. */
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

/** Keeps the choice (G03) and tells the page its language, for the voice that reads it. */
export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Not kept: the cookie below may still be.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${key}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  document.documentElement.lang = language;
}
