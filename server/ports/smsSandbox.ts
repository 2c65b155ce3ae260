import type { Clock } from '../deps.ts';
import type { SmsMessage, SmsPort } from './sms.ts';

export interface SentSms extends SmsMessage {
  sentAt: Date;
}

export interface SmsSandbox extends SmsPort {
  /** What was sent, newest first. */
  readonly outbox: readonly SentSms[];
  /** The next `count` messages are refused, as by a gateway that is down. */
  failNext(count: number): void;
}

const keep = 200;

/** Keeps messages in memory in place of sending them; `onSent` shows them, e.g. in the terminal. */
export function smsSandbox(clock: Clock, onSent: (sms: SentSms) => void = () => {}): SmsSandbox {
  const outbox: SentSms[] = [];
  let failures = 0;
  return {
    outbox,
    failNext: (count) => void (failures = count),
    send: async (message) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('SMS sandbox: told to fail');
      }
      const sms = { ...message, sentAt: clock.now() };
      outbox.unshift(sms);
      outbox.length = Math.min(outbox.length, keep);
      onSent(sms);
    },
  };
}
