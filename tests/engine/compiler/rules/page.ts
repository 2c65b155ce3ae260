import type { Rule } from '../../../../engine/config/rules/rule.ts';
import type { RuleCase } from './cases.ts';

const intro = `# Rules

The rules of \`hakbang check\` and \`hakbang explore\`. These pages are generated from the code and the cases in tests/cases/rules (\`vitest run tests/engine/compiler/rules -u\`).
\`hakbang rules <code>\` prints a page. hakbang.config.json can change a severity:

\`\`\`json
{ "$schema": "schemas/meta/config.schema.json", "rules": { "unused-key": "off" } }
\`\`\`

A project can lower warnings and errors marked *lowerable*. Every other error would break a release. \`hakbang check --fix\` corrects findings marked *fix*.

| rule | severity | what |
| --- | --- | --- |
`;

export function indexOf(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(([code, rule]) => `| [${code}](${code}.md) | ${severityOf(rule)} | ${rule.title} |`);
  return `${intro}${rows.join('\n')}\n`;
}

function severityOf({ severity, lowerable, fixable }: Rule): string {
  return [severity, ...(lowerable ? ['lowerable'] : []), ...(fixable ? ['fix'] : [])].join(', ');
}

export function pageOf(code: string, rule: Rule, shown: RuleCase | undefined): string {
  const head = `# ${code}\n\n**${rule.title}.** (${severityOf(rule)})\n\n${rule.why}\n`;
  return shown ? `${head}\n${badOf(shown)}\n${goodOf(shown)}` : head;
}

function badOf({ edits: [{ file, bad }], says, at }: RuleCase): string {
  const where = at.startsWith(file) ? '' : ` (reported at ${at})`;
  if (bad === undefined) return `## Bad\n\n${file} does not exist.\n\n> ${says}${where}\n`;
  return `## Bad\n\n${file}\n\n${fenced(file, bad)}\n> ${says}${where}\n`;
}

function goodOf({ edits: [{ file, good, bad, create }] }: RuleCase): string {
  if (bad === undefined) return `## Good\n\n${file} exists.\n`;
  if (good === undefined) return `## Good\n\n${create ? `${file} does not exist, or something uses it.` : ''}\n`;
  return `## Good\n\n${fenced(file, good)}`;
}

function fenced(file: string, text: string): string {
  return `\`\`\`${file.endsWith('.md') ? 'markdown' : 'json'}\n${text.replace(/\n$/, '')}\n\`\`\`\n`;
}
