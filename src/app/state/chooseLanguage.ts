import type { Navigator } from '../screens/navigator.ts';
import type { Services } from '../services.ts';
import { keepLanguage } from './languages.ts';

/** Changes the language without a reload (G03). Loads the texts of all screens in the page first, so that all of them change at once. */
export async function chooseLanguage(services: Services, navigator: Navigator, language: string): Promise<void> {
  const { texts, loader, client, state } = services;
  const take = async (path: string) => {
    const ticket = await loader.ticket(path, language);
    await loader.words(ticket.texts, language);
    return ticket;
  };
  const [, ...tickets] = await Promise.all([loader.commonWords(language), ...navigator.entries.map(({ path }) => take(path))]);
  texts.setLanguage(language);
  keepLanguage(language);
  // Prefetched tickets contain the texts of the previous language.
  const last = tickets.at(-1);
  if (last) loader.prefetch(last);
  // Sets the language of SMS and letters. The screen does not wait for it.
  if (state.isLoggedIn) await client.call('customer.setLanguage', { language });
}
