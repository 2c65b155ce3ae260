import { html, plainPage, type Html } from '../../platform/http/html.ts';
import { written, type DemoState } from './state.ts';

/** Table of the demo borrowers, each with a button to log in. */
export const peopleTable = (people: readonly DemoState[]): Html =>
  people.length === 0
    ? html`<p>None yet: they appear some seconds after the first start, in a database that was empty.</p>`
    : html`<table>
        <tbody>
          ${people.map(
            ({ firstName, lastName, shows, now, number, phone }) =>
              html`<tr>
                <td>
                  <form method="post" action="/dev/people"><button name="phone" value="${phone}">Be ${firstName}</button></form>
                </td>
                <td><strong>${firstName} ${lastName}</strong> ${shows}<br />${written(number)} · ${now}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;

/** Hands a session to the browser. The response sets the cookie; the script stores the token and redirects. */
export const enteringPage = (storageKey: string, publicData: object): string =>
  plainPage(
    'One moment',
    html`<p><a href="/homeIndex">Go on</a></p>
      <script src="/dev/people.js" data-key="${storageKey}" data-public="${JSON.stringify(publicData)}"></script>`,
  );

/** A separate file, because the CSP forbids inline scripts. */
export const enteringScript = `const { key, public: held } = document.currentScript.dataset;
const state = JSON.parse(localStorage.getItem(key) ?? '{}');
localStorage.setItem(key, JSON.stringify({ ...state, publicData: JSON.parse(held) }));
location.replace('/homeIndex');
`;
