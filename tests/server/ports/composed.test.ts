import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '../../../server/platform/app.ts';
import { compose } from '../../../server/platform/compose.ts';
import { project } from '../../../server/project.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/platform/settings.ts';
import { startProviders } from '../support/providers.ts';

const startsMs = 120_000;
const destination = { method: 'bank', institution: 'bdo', account: '001234567890', holderName: 'Ana Cruz' } as const;

test(
  'a server with providers in its settings speaks with them, and hears from them',
  async () => {
    const providers = await startProviders();
    const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-composed-'));
    const settings = readSettings({ HAKBANG_MODE: 'demo', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...providers.env });
    const composed = await compose(project, settings, createLog('silent'));
    const app = await createApp(composed.deps);
    try {
      providers.tell(await app.listen({ host: '127.0.0.1', port: 0 }));
      const { ports, db } = composed.deps;
      expect(await ports.payout.send({ reference: 'd-1', amountCents: 250_000, currency: 'PHP', destination })).toMatchObject({
        state: 'accepted',
      });
      const expiresAt = new Date(Date.now() + 3_600_000);
      await ports.collection.request({ reference: 'r-1', amountCents: 1000, currency: 'PHP', description: 'H-1', expiresAt });
      providers.payout.provider.settle();
      expect(await ports.payout.status('d-1')).toMatchObject({ state: 'paid' });
      expect(await providers.payout.provider.deliver()).toBe(2);
      expect(await providers.collection.provider.deliver()).toBe(1);
      const events = await db.selectFrom('webhook_events').select(['provider', 'reference']).orderBy('provider').execute();
      expect(events.map(({ provider, reference }) => `${provider} ${reference}`)).toEqual(['collection r-1', 'payout d-1', 'payout d-1']);
      expect((await app.inject('/dev/sandbox')).payload).toContain('Real providers are configured');
    } finally {
      await app.close();
      await composed.close();
      await providers.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  startsMs,
);
