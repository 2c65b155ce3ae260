import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** What a job is told: ids and figures. Never personal data, since it lies in the clear and outlives its use. */
export type JobData = Readonly<Record<string, JobValue>>;
export type JobValue = string | number | boolean | readonly JobValue[] | { readonly [name: string]: JobValue };

/** The job that is being done. */
export interface RunningJob {
  /** Stays the same from attempt to attempt. */
  id: number;
  /** From 1. */
  attempt: number;
}

/** Does the jobs of one kind. */
export interface JobHandler {
  kind: string;
  /**
   * Must be idempotent: a node that is killed after the effect and before the mark leaves the job to be done again.
   * Throwing means: try again later.
   */
  run(deps: Deps, data: JobData, job: RunningJob): Promise<void>;
  /** Makes it a tick: one job in each slot of so many seconds, however many nodes there are. */
  everySeconds?: number;
  /** Attempts before a person has to look, default 10: the last one about 85 minutes after the first. */
  maxAttempts?: number;
}

export interface EnqueueOptions {
  /** When it is due, by our clock; now by default. */
  runAt?: Date;
  /** Names the effect: a second job with the same key is not made, not even after the first is done. */
  key?: string;
}

/** The outbox: what has an effect outside leaves through a job, written in the transaction that wants the effect. */
export interface Jobs {
  /**
   * Adds a job to the caller's transaction; it exists if that commits. Answers false where the key is taken.
   *
   * @example await deps.jobs.enqueue(tx, 'files.convert', { fileId }, { key: `convert:${fileId}` })
   */
  enqueue(tx: Tx, kind: string, data: JobData, options?: EnqueueOptions): Promise<boolean>;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Called after each enqueue of this node, so that its worker looks sooner. Answers how to stop listening. */
  onEnqueue(listener: () => void): () => void;
}
