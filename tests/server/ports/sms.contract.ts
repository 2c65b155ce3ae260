import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import type { SmsPort } from '../../../server/ports/sms.ts';
import type { SmsSandbox } from '../../../server/ports/smsSandbox.ts';

export interface SmsUnderTest {
  port: SmsPort;
  sandbox: SmsSandbox;
  close(): Promise<void>;
}

/** The contract of every SMS gateway. Runs for the sandbox and for the adapter that talks to a gateway. */
export const smsContract = (name: string, start: () => Promise<SmsUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: SmsUnderTest;
    beforeEach(async () => void (it = await start()));
    afterEach(() => it.close());
    const texts = () => it.sandbox.outbox.map(({ text }) => text);

    test('a message is sent unchanged', async () => {
      await it.port.send({ to: '+639171234567', text: 'Bayad na: ₱1,000.00 नमस्ते' });
      expect(it.sandbox.outbox[0]).toMatchObject({ to: '+639171234567', text: 'Bayad na: ₱1,000.00 नमस्ते' });
    });

    test('a repeated id sends one message; without an id each call sends one', async () => {
      const message = { to: '+639171234567', text: 'Due tomorrow', id: 'reminder-1' };
      await it.port.send(message);
      await it.port.send(message);
      expect(texts()).toEqual(['Due tomorrow']);
      await it.port.send({ to: '+639171234567', text: 'Code' });
      await it.port.send({ to: '+639171234567', text: 'Code' });
      expect(texts()).toEqual(['Code', 'Code', 'Due tomorrow']);
    });

    test('a failing gateway rejects, and the same id may be sent again', async () => {
      it.sandbox.failNext(1);
      const message = { to: '+639171234567', text: 'Paid', id: 'paid-1' };
      await expect(it.port.send(message)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
      await it.port.send(message);
      expect(texts()).toEqual(['Paid']);
    });
  });
