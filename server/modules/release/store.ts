import type { ReleaseStore } from '../../../engine/cli/index.ts';
import type { ReleaseTable } from './types.ts';

/** The release table as `hakbang publish | rollback | pull` use it. Running nodes follow the pointer by themselves. */
export function releaseStore(table: ReleaseTable, close: () => Promise<void>): ReleaseStore {
  return {
    close,
    active: () => table.activeHash(),
    async publish(release, by) {
      await table.save(release, by);
      await table.activate(release.hash, by, 'publish');
    },
    async rollback(hash, by) {
      const target = hash ?? (await table.previousHash());
      if (target === undefined || !(await table.load(target))) return undefined;
      await table.activate(target, by, 'rollback');
      return target;
    },
    async pull() {
      const active = await table.activeHash();
      return active === undefined ? undefined : (await table.load(active))?.sources;
    },
  };
}
