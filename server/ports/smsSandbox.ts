import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../platform/deps.ts';
import { ProviderError } from './providerError.ts';
import type { SmsMessage, SmsPort } from './sms.ts';

export interface SentSms extends SmsMessage {
  sentAt: Date;
}

export interface SmsSandbox extends SmsPort {
  /** Sent messages, newest first. */
  readonly outbox: readonly SentSms[];
  /** Makes the next `count` messages fail, as if the gateway were down. */
  failNext(count: number): void;
}

export interface SmsSandboxOptions {
  /** Called for each message, e.g. to print it in the terminal. */
  onSent?: ((sms: SentSms) => void) | undefined;
  /** File that stores the outbox across restarts. */
  file?: string;
}

const keep = 200;

/** Stores messages instead of sending them. Messages with the same id are stored once. */
export function smsSandbox(clock: Clock, { onSent, file }: SmsSandboxOptions = {}): SmsSandbox {
  const outbox = file === undefined ? [] : readOutbox(file);
  let failures = 0;
  return {
    outbox,
    failNext: (count) => void (failures = count),
    send: async (message) => {
      if (failures > 0) {
        failures -= 1;
        throw new ProviderError('unavailable', 'SMS sandbox: simulated failure');
      }
      if (message.id !== undefined && outbox.some(({ id }) => id === message.id)) return;
      const sms = { ...message, sentAt: clock.now() };
      outbox.unshift(sms);
      outbox.length = Math.min(outbox.length, keep);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(sms)}\n`, { mode: 0o600 });
      onSent?.(sms);
    },
  };
}

function readOutbox(file: string): SentSms[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  return lines
    .slice(-keep)
    .toReversed()
    .map((line) => {
      const sms = JSON.parse(line) as SmsMessage & { sentAt: string };
      return { ...sms, sentAt: new Date(sms.sentAt) };
    });
}
