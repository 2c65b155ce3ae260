import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../platform/time.ts';
import { faceMatchSandbox } from '../faceMatchSandbox.ts';
import { smsSandbox } from '../smsSandbox.ts';
import { collectionSandbox } from './collectionSandbox.ts';
import { serveSandbox } from './http/serve.ts';
import { webhookSender } from './http/webhookSender.ts';
import { payoutSandbox } from './payoutSandbox.ts';
import { folderStore, memoryStore } from './store.ts';
import { isFinal } from './transfer.ts';

/**
 * Runs the sandboxes as a separate process, which several nodes share and which survives when one of them is killed:
 *
 *   node server/ports/sandbox/main.ts --port 4100 --key id:secret --folder .data/sandbox \
 *     --webhooks http://127.0.0.1:3000/api/webhooks --webhook-secret secret
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    key: { type: 'string' },
    folder: { type: 'string' },
    'settle-after-seconds': { type: 'string', default: '3' },
    webhooks: { type: 'string' },
    'webhook-secret': { type: 'string', default: '' },
  },
});

const lookEveryMs = 200;
const clock = systemClock;
const [id = '', secret = ''] = values.key?.split(/:(.*)/s) ?? [];
if (id === '' || secret === '') throw new Error('--key id:secret is missing: the key that signs our requests (such as PAYOUT_KEY).');

const books = (name: string) =>
  values.folder === undefined ? memoryStore() : folderStore(join(values.folder, name), (transfer) => isFinal(transfer, clock.now()));
const settleAfterSeconds = Number(values['settle-after-seconds']);
const payout = payoutSandbox({ clock, settleAfterSeconds, store: books('payout') });
const collection = collectionSandbox({ clock, settleAfterSeconds, store: books('collection') });
if (values.webhooks !== undefined) {
  for (const [name, { provider }] of Object.entries({ payout, collection })) {
    provider.deliverTo(webhookSender({ url: `${values.webhooks}/${name}`, secret: values['webhook-secret'] }));
  }
  setInterval(() => void Promise.all([payout.provider.deliver(), collection.provider.deliver()]), lookEveryMs);
}
const { url } = await serveSandbox({
  sandboxes: { payout, collection, sms: smsSandbox(clock), faceMatch: faceMatchSandbox() },
  key: { id, secret },
  port: Number(values.port),
});
process.stdout.write(`${url}\n`);
