import { html, plainPage } from '../../http/html.ts';

export const enterPath = '/preview/enter';
export const enterScriptPath = '/preview/enter.js';

export interface Handed {
  storageKey: string;
  /** What the app keeps on the device. */
  state: object;
  language: string | undefined;
  route: string;
}

/** Hands a preview session to the browser: the cookies come with it, and the script stores the rest and goes on. */
export const enterPage = ({ storageKey, state, language = '', route }: Handed): string =>
  plainPage(
    'One moment',
    html`<p><a href="${route}">Go on</a></p>
      <script
        src="${enterScriptPath}"
        data-key="${storageKey}"
        data-state="${JSON.stringify(state)}"
        data-language="${language}"
        data-route="${route}"
      ></script>`,
  );

/** A file of its own, because the CSP forbids inline scripts. Each session begins with an empty device. */
export const enterScript = `const { key, state, language, route } = document.currentScript.dataset;
localStorage.clear();
sessionStorage.clear();
localStorage.setItem(key, state);
if (language) localStorage.setItem('language', language);
location.replace(route);
`;

export const endedPage = (): string =>
  plainPage('This preview has ended', html`<p>Open it again from the studio, or ask for another link.</p>`);
