import type { DevPage } from '../area.ts';
import { shownTime } from './shownTime.ts';
import { html, plainPage, type Html } from '../http/html.ts';
import type { SentSms } from '../../ports/smsSandbox.ts';

/** `/dev`: lists the tools and the demo's people. */
export const devPage = (people: Html, pages: readonly DevPage[]): string =>
  plainPage(
    'Developer tools',
    html`<h2>Ready-made customers</h2>
      ${people}
      <h2>Pages</h2>
      <ul>
        <li><a href="/">The application</a></li>
        <li><a href="/dev/outbox">Sent SMS</a></li>
        <li><a href="/dev/sandbox">Payout and collection: transfers and simulated failures</a></li>
        <li><a href="/dev/clock">Clock: move it forward to see due dates</a></li>
        ${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li> `)}
        <li><a href="/dev/staff">People at the desk</a></li>
        <li><a href="/api/docs">API</a></li>
        <li><a href="/health/ready">Readiness</a></li>
      </ul>
      <h2>Unlock a number</h2>
      <p>After ten wrong codes a number is locked until customer service unlocks it.</p>
      <form method="post" action="/dev/unlock">
        <label>Mobile number <input name="phone" inputmode="tel" autocomplete="off" required /></label>
        <button>Unlock</button>
      </form>`,
  );

/** `/dev/outbox`: messages that a real gateway would have sent, newest first. */
export const outboxPage = (outbox: readonly SentSms[], timeZone: string): string =>
  plainPage(
    'Sent SMS',
    html`<p><a href="/dev/outbox">Refresh</a> · <a href="/dev">Developer tools</a></p>
      ${outbox.length === 0 ? html`<p>No messages yet.</p>` : ''}
      <ul class="cards">
        ${outbox.map(
          ({ to, text, sentAt }) =>
            html`<li><strong>${to}</strong> <time datetime="${sentAt.toISOString()}">${shownTime(timeZone, sentAt)}</time> ${text}</li>`,
        )}
      </ul>
      <h2>A gateway that fails</h2>
      <form method="post" action="/dev/outbox/fail">
        <label>Refuse the next <input name="count" type="number" min="0" max="1000" value="1" required /> messages</label>
        <button>Refuse</button>
      </form>`,
  );
