import type { Settings } from '../../../engine/config/settings.ts';
import { numberFormat } from '../intl.ts';
import { shownTime } from './shownTime.ts';
import { html, plainPage, type Html } from '../http/html.ts';
import type { sandboxOf } from '../../ports/sandbox/sandboxOf.ts';
import type { SandboxTransfer } from '../../ports/sandbox/transfer.ts';

type Sandbox = NonNullable<ReturnType<typeof sandboxOf>>;

type Units = Pick<Settings, 'currency' | 'timeZone'>;

export interface SandboxSection {
  name: 'payout' | 'collection';
  sandbox: Sandbox;
  /** Newest first. */
  transfers: readonly SandboxTransfer[];
}

const titles = { payout: 'Money out (payout)', collection: 'Money in (collection)' } as const;
const money = (currency: string, cents: number) => numberFormat('en', { style: 'currency', currency }).format(cents / 100);

/** `/dev/sandbox`: transfers of the sandbox providers and simulated failures. */
export const sandboxPage = (sections: readonly SandboxSection[], units: Units): string =>
  plainPage(
    'Payout and collection',
    html`<p><a href="/dev/sandbox">Refresh</a> · <a href="/dev">Developer tools</a></p>
      ${sections.length === 0 ? html`<p>Real providers are configured, so there is no sandbox.</p>` : ''}
      ${sections.map((each) => section(each, units))}`,
  );

const section = ({ name, sandbox, transfers }: SandboxSection, units: Units): Html =>
  html`<h2>${titles[name]}</h2>
    <form method="post" action="/dev/sandbox/${name}/order">
      <label
        >The next <input name="times" type="number" min="1" max="1000" value="1" required />
        <select name="order">
          ${sandbox.orderNames.map((order) => html`<option>${order}</option>`)}
        </select>
      </label>
      <button>Order</button>
    </form>
    ${orderedList(name, sandbox)}
    <form method="post" action="/dev/sandbox/${name}/settle"><button>Settle all now</button></form>
    ${transfers.length === 0 ? html`<p>No transfers yet.</p>` : ''}
    <ul class="cards">
      ${transfers.map((transfer) => card(name, sandbox, transfer, units))}
    </ul>`;

const orderedList = (name: string, { orders }: Sandbox): Html =>
  orders.pending.length === 0
    ? html`<p>No simulated failures.</p>`
    : html`<p>Ordered: ${orders.pending.map(({ answer, times }) => `${answer} × ${times}`).join(', ')}</p>
        <form method="post" action="/dev/sandbox/${name}/clear"><button>Order nothing</button></form>`;

function card(name: string, sandbox: Sandbox, transfer: SandboxTransfer, { currency, timeZone }: Units): Html {
  const { reference, amountCents, note, createdAt, settlements, events } = transfer;
  const settled = sandbox.settlementOf(transfer);
  const state = settled ? `${settled.state} ${settled.reason ?? ''}` : 'in progress';
  const moved = settled?.state === 'paid' && settled.amountCents !== amountCents ? ` (moved ${money(currency, settled.amountCents)})` : '';
  const isOver = settlements.every(({ at }) => new Date(at) <= sandbox.now());
  return html`<li>
    <strong>${money(currency, amountCents)}</strong> ${state}${moved} · ${note} ·
    <time datetime="${createdAt}">${shownTime(timeZone, new Date(createdAt))}</time>
    <code>${reference}</code> · events sent: ${events.filter(({ delivered }) => delivered).length} of ${events.length}
    ${
      isOver
        ? ''
        : html`<form method="post" action="/dev/sandbox/${name}/settle">
            <button name="reference" value="${reference}">Settle now</button>
          </form>`
    }
  </li>`;
}
