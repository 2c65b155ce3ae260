import type { App } from '../http/types.ts';
import { sweepFiles } from './files/service.ts';
import { sweepIdempotencyKeys } from './flows/idempotency.ts';

const everyMs = 15 * 60 * 1000;

/** Removes what nobody needs any more, now and then. Any number of nodes may do so at once. */
export function housekeeping(app: App): void {
  const { deps } = app;
  const sweep = async () => {
    await sweepIdempotencyKeys(deps.db, deps.clock.now());
    const files = await sweepFiles(deps);
    if (files > 0) deps.log.info({ files }, 'photos that no answer named were deleted');
  };
  const timer = setInterval(() => void sweep().catch((error: unknown) => deps.log.warn({ err: error }, 'sweep')), everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
