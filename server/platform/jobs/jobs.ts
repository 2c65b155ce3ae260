import { json } from '../db/json.ts';
import type { Clock } from '../deps.ts';
import type { JobHandler, Jobs } from './types.ts';

const defaultAttempts = 10;

/** The outbox of one node. Throws if two handlers have the same kind. */
export function createJobs(clock: Clock, list: readonly JobHandler[]): Jobs {
  const handlers = byKind(list);
  const listeners = new Set<() => void>();
  return {
    handlers,
    onEnqueue: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enqueue: async (tx, kind, data, { runAt, key } = {}) => {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`No handler for job kind ${kind}. Known kinds: ${[...handlers.keys()].join(', ')}.`);
      const now = clock.now();
      const row = {
        kind,
        key: key ?? null,
        data: json(data),
        run_at: runAt ?? now,
        max_attempts: handler.maxAttempts ?? defaultAttempts,
        created_at: now,
      };
      const inserted = await tx
        .insertInto('jobs')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted) for (const listener of listeners) listener();
      return inserted !== undefined;
    },
  };
}

function byKind(list: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const handlers = new Map<string, JobHandler>();
  for (const handler of list) {
    if (handlers.has(handler.kind)) throw new Error(`Two handlers for job kind ${handler.kind}.`);
    handlers.set(handler.kind, handler);
  }
  return handlers;
}
