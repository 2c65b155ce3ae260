import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { environmentVariables } from '../../server/platform/settings.ts';
import { root } from '../support/root.ts';

interface Variable {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default?: string | number | boolean;
  description?: string;
}

const variables = Object.entries(environmentVariables as Record<string, Variable>);

function valuesOf({ type, enum: members, minimum, maximum, pattern }: Variable): string {
  if (members) return members.map((member) => `\`${member}\``).join(', ');
  if (type === 'boolean') return '`true` or `1`, `false` or `0`';
  if (type === 'integer') return `${minimum} to ${maximum}`;
  return pattern === undefined ? 'text' : `\`${pattern}\``;
}

function defaultOf({ default: given }: Variable): string {
  if (given === undefined) return '–';
  const inProject = typeof given === 'string' && given.startsWith(root);
  if (!inProject) return `\`${String(given)}\``;
  return given === root ? "the project's folder" : `\`${relative(root, given)}\` in the project's folder`;
}

/** Escapes bars in a table cell. */
const cell = (text: string) => text.replaceAll('|', '\\|');
const asText = (text: string) => cell(text).replaceAll('<', '&lt;');

const page = () => `# Settings

Each setting is an environment variable that the server reads once, when it starts. It refuses a wrong value and names the variable. An empty
value counts as not set. A dash in the second column means that there is no default. The third column shows the allowed values or their pattern.

\`vitest run tests/server/settingsPage.test.ts -u\` generates this page from \`settings.ts\`, \`limitSettings.ts\` and \`providerSettings.ts\` in server/.
[ports.md](ports.md) says how to connect a provider. What product staff change is JSON, not a setting.

| variable | default | values | meaning |
| --- | --- | --- | --- |
${variables.map(([name, each]) => `| \`${name}\` | ${defaultOf(each)} | ${cell(valuesOf(each))} | ${asText(each.description ?? '')} |`).join('\n')}

In demo and development, \`--lan\` on the command line listens on the whole network over HTTPS with a self-signed certificate.
`;

test('docs/settings.md lists every setting with its default and its meaning', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/settings.md');
});

test.each(variables)('%s is described in a sentence', (_, { description }) => {
  expect(description).toMatch(/^\S.{15,}\.$/s);
});
