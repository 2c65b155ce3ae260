import { shownTime } from '../shownTime.ts';
import { html, plainPage } from '../../http/html.ts';

const choices = [1, 3, 7, 14, 30];

/** `/dev/clock`: shows the time and moves it forward. */
export const clockPage = (now: Date, offsetMs: number, timeZone: string): string =>
  plainPage(
    'Clock',
    html`<p><a href="/dev/clock">Refresh</a> · <a href="/dev">Developer tools</a></p>
      <p>
        <strong>${shownTime(timeZone, now, 'full')}</strong> in
        ${timeZone}${offsetMs > 0 ? html`, ${inWords(offsetMs)} ahead of the real time` : ''}.
      </p>
      <form method="post" action="/dev/clock">
        ${choices.map((days) => html`<button name="advanceDays" value="${days}">+ ${days} ${days === 1 ? 'day' : 'days'}</button> `)}
        <button name="advanceSeconds" value="3600">+ 1 hour</button>
      </form>
      <form method="post" action="/dev/clock">
        <label>Forward by <input name="advanceDays" type="number" min="1" max="3660" required /> days</label>
        <button>Go</button>
      </form>
      <p>
        Every day between has its jobs done: reminders leave, what has a last day expires. Logins come along. The clock does not go back; to
        start over, stop the server and delete its data folder (<code>.data</code>).
      </p>`,
  );

function inWords(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'} and ${hours % 24} h`;
}
