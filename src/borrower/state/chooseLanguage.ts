import type { Navigator } from '../screens/navigator.ts';
import type { Services } from '../services.ts';
import { keepLanguage } from './languages.ts';

/** Another language without a reload (G03): the words of all screens that stand in the page come first, then all change at once. */
export async function chooseLanguage(services: Services, navigator: Navigator, language: string): Promise<void> {
  const { texts, loader, client, state } = services;
  const wordsOf = async (path: string) => loader.words((await client.call('release.screen', { path, language })).texts, language);
  await Promise.all([loader.commonWords(language), ...navigator.entries.map(({ path }) => wordsOf(path))]);
  texts.setLanguage(language);
  keepLanguage(language);
  // The language of SMS and letters; what is shown does not wait for it.
  if (state.isLoggedIn) await client.call('customer.setLanguage', { language });
}
