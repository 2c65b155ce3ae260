import { faceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { collectionHttp } from '../../../server/ports/http/collectionHttp.ts';
import { faceMatchHttp } from '../../../server/ports/http/faceMatchHttp.ts';
import { payoutHttp } from '../../../server/ports/http/payoutHttp.ts';
import { smsHttp } from '../../../server/ports/http/smsHttp.ts';
import { collectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { serveSandbox } from '../../../server/ports/sandbox/http/serve.ts';
import { payoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { smsSandbox } from '../../../server/ports/smsSandbox.ts';
import { collectionContract } from './collection.contract.ts';
import { faceMatchContract } from './faceMatch.contract.ts';
import { payoutContract } from './payout.contract.ts';
import { smsContract } from './sms.contract.ts';
import { quick, testClock, testKey } from './support.ts';

payoutContract('payout over HTTP', async () => {
  const clock = testClock();
  const sandbox = payoutSandbox({ clock });
  const { url, close } = await serveSandbox({ sandboxes: { payout: sandbox }, key: testKey });
  return { port: payoutHttp({ url: `${url}/payout`, ...quick }), sandbox, clock, close };
});

collectionContract('collection over HTTP', async () => {
  const clock = testClock();
  const sandbox = collectionSandbox({ clock });
  const { url, close } = await serveSandbox({ sandboxes: { collection: sandbox }, key: testKey });
  return { port: collectionHttp({ url: `${url}/collection`, ...quick }), sandbox, clock, close };
});

smsContract('SMS over HTTP', async () => {
  const sandbox = smsSandbox(testClock());
  const { url, close } = await serveSandbox({ sandboxes: { sms: sandbox }, key: testKey });
  return { port: smsHttp({ url: `${url}/sms`, ...quick }), sandbox, close };
});

faceMatchContract('face match over HTTP', async () => {
  const sandbox = faceMatchSandbox();
  const { url, close } = await serveSandbox({ sandboxes: { faceMatch: sandbox }, key: testKey });
  return { port: faceMatchHttp({ url: `${url}/face`, ...quick }), sandbox, close };
});
