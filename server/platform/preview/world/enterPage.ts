import type { Deps } from '../../deps.ts';
import { html } from '../../http/html.ts';
import { previewPage } from '../pages.ts';

export const enterPath = '/preview/enter';
export const enterScriptPath = '/preview/enter.js';

export interface Handed {
  storageKey: string;
  /** The state that the app stores on the device. */
  state: object;
  language: string | undefined;
  route: string;
}

/** Hands a preview session to the browser: the response sets the cookies, and the script stores the rest and continues. */
export const enterPage = (
  deps: Pick<Deps, 'applications' | 'settings'>,
  { storageKey, state, language = '', route }: Handed,
): Promise<string> =>
  previewPage(
    deps,
    'entering',
    html`<script
      src="${enterScriptPath}"
      data-key="${storageKey}"
      data-state="${JSON.stringify(state)}"
      data-language="${language}"
      data-route="${route}"
    ></script>`,
  );

/** A separate file, because the CSP forbids inline scripts. Each session begins with an empty device. */
export const enterScript = `const { key, state, language, route } = document.currentScript.dataset;
localStorage.clear();
sessionStorage.clear();
localStorage.setItem(key, state);
if (language) localStorage.setItem('language', language);
location.replace(route);
`;
