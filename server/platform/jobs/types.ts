import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** Data of a job: ids and amounts. Never personal data, because it is stored unencrypted and outlives its use. */
export type JobData = Readonly<Record<string, JobValue>>;
export type JobValue = string | number | boolean | readonly JobValue[] | { readonly [name: string]: JobValue };

export interface RunningJob {
  /** The same for every attempt. */
  id: number;
  /** Starts at 1. */
  attempt: number;
}

/** Runs the jobs of one kind. */
export interface JobHandler {
  kind: string;
  /**
   * Must be idempotent: if a node is killed after the effect but before the job is marked as done, the job runs again.
   * Throwing schedules a retry.
   */
  run(deps: Deps, data: JobData, job: RunningJob): Promise<void>;
  /** Makes the handler a tick: one job per slot of this many seconds, however many nodes run. */
  everySeconds?: number;
  /** Attempts before staff must handle the job; 10 by default. The last one starts about 85 minutes after the first. */
  maxAttempts?: number;
}

export interface EnqueueOptions {
  /** Due time in application time; now by default. */
  runAt?: Date;
  /** Names the effect. A second job with the same key is never stored, even after the first is done. */
  key?: string;
}

/** The outbox. Every external effect runs as a job, enqueued in the transaction that requests it. */
export interface Jobs {
  /**
   * Adds a job to the caller's transaction, so the job exists only if that commits. Returns false if the key is taken.
   *
   * @example await deps.jobs.enqueue(tx, 'files.convert', { fileId }, { key: `convert:${fileId}` })
   */
  enqueue(tx: Tx, kind: string, data: JobData, options?: EnqueueOptions): Promise<boolean>;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Calls the listener after each enqueue on this node, so that its worker polls sooner. Returns a function that unsubscribes. */
  onEnqueue(listener: () => void): () => void;
}
