import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

async function findingsOf(timeZone: string): Promise<string[]> {
  const files = clubFiles().map((file) => ({ ...file, text: file.text.replace('"Asia/Manila"', JSON.stringify(timeZone)) }));
  const { diagnostics } = await compile(files, registry);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

// Intl lists each zone once, sometimes under a name that IANA has replaced, such as Asia/Calcutta.
test.each(['UTC', 'Asia/Manila', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'])(
  '%s is a time zone',
  async (timeZone) => expect(await findingsOf(timeZone)).toEqual([]),
);

// PostgreSQL reads the sign of an offset in reverse.
test.each(['Asia/Manilla', '+08:00', ''])('"%s" is no time zone', async (timeZone) =>
  expect(await findingsOf(timeZone)).toEqual(['unknown-time-zone']),
);
