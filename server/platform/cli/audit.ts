import { parseArgs } from 'node:util';
import type { ProductCommand } from '../../../engine/cli/index.ts';
import type { NotedHead } from '../audit/verify.ts';
import { withCommands } from './withDatabase.ts';

const usage = ['audit verify [--head n:hash] verifies the audit chain, optionally against a head from the log'];

/** `hakbang audit verify`: exits with 1 and the first bad row if the chain was tampered with. */
export const auditCommand: ProductCommand = {
  usage,
  run: async (args, { out, error }) => {
    const asked = understand(args);
    if (!asked) {
      error(usage.join('\n'));
      return 2;
    }
    const verdict = await withCommands((commands) => commands.verifyAudit(asked.noted));
    if (verdict.sound) out(`The audit chain is valid: ${verdict.rows} rows, head ${verdict.rows}:${verdict.hash}.`);
    else out(`Audit row ${verdict.row} ${verdict.problem}.`);
    return verdict.sound ? 0 : 1;
  },
};

function understand(args: readonly string[]): { noted?: NotedHead } | undefined {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: { head: { type: 'string' } }, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== 'verify') return undefined;
    if (values.head === undefined) return {};
    const [, id, hash = ''] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(values.head) ?? [];
    return id === undefined ? undefined : { noted: { id: Number(id), hash } };
  } catch {
    return undefined;
  }
}
