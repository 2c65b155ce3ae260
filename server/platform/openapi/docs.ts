import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { Errors } from '../../../engine/config/screen.ts';
import { html, plainPage, type Html } from '../http/html.ts';

/** A readable page of the API: operations, then error codes. */
export const docsPage = (operations: readonly OperationDefinition[], errors: Errors['errors']): string =>
  plainPage(
    'API',
    html`<p>
        The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Amounts are integers, in hundredths of the currency; a day is a calendar
        day in the time zone of the settings.
      </p>
      <nav aria-label="Operations">
        <ul>
          ${operations.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
        </ul>
      </nav>
      ${operations.map(section)}
      <h2 id="errors">Errors</h2>
      <p>Every refusal is a problem document (RFC 9457) with one of these codes.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(errors).map(
            ([code, { status }]) =>
              html`<tr id="error-${code}">
                <td><code>${code}</code></td>
                <td>${status}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );

const section = ({ id, method, path, noCheck, input, output }: OperationDefinition): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${id}</h2>
    <p><code>${method} ${path}</code> · ${noCheck ? 'no session needed' : 'needs a session'}</p>
    <details>
      <summary>Input</summary>
      <pre>${JSON.stringify(input, null, 2)}</pre>
    </details>
    <details>
      <summary>Output</summary>
      <pre>${JSON.stringify(output, null, 2)}</pre>
    </details>
  </section>`;
