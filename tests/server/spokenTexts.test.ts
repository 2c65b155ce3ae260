import { describe, expect, test } from 'vitest';
import { compile } from '../../engine/compiler/index.ts';
import { serverDefinitions } from '../../server/definitions.ts';
import { shippedFiles, shippedRegistry } from '../engine/compiler/fixtures/shipped.ts';

/** Texts that configuration files name: flows/content/messages.json, flows/lending/reminders.json, flows/templates.json. */
const configured = /^server\.(messages|sms\.(reminder|template))\./;

function keysOf(words: object, prefix: string): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [`${prefix}.${key}`] : keysOf(value as object, `${prefix}.${key}`),
  );
}

describe('K05 the texts that the server sends', () => {
  test('are declared', () => {
    const file = shippedFiles.find(({ path }) => path === 'locales/en/server.json');
    const { $schema: _schema, ...words } = JSON.parse(file?.text ?? '{}') as { $schema: string };
    const written = keysOf(words, 'server').filter((key) => !configured.test(key));
    expect(written.toSorted()).toEqual(Object.keys(serverDefinitions.spokenTexts ?? {}).toSorted());
  });

  test.each([
    ['a key that is misspelt in every language', /"paidOut":/g, '"paidout":', 'missing-key'],
    ['a value that nothing fills', /("paidOut":"[^"]*)\{\{dueCents, money\}\}/g, '$1{{owedCents, money}}', 'unfilled-placeholder'],
  ])('is held against the words: %s', async (_, find, replace, code) => {
    const files = shippedFiles.map((file) => {
      if (!/^locales\/[^/]+\/server\.json$/.test(file.path)) return file;
      const { sms, ...words } = JSON.parse(file.text) as { sms: object };
      return { ...file, text: JSON.stringify({ ...words, sms: JSON.parse(JSON.stringify(sms).replace(find, replace)) as object }) };
    });
    const { diagnostics } = await compile(files, shippedRegistry);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((each) => each.code)).toEqual([code]);
    expect(errors[0]?.message).toContain('server.sms.loan.paidOut');
  });
});
