import type { Rule } from '../../../../engine/config/rules/rule.ts';
import type { RuleCase } from './cases.ts';

const intro = `# Rules

What \`hakbang check\` and \`hakbang explore\` find, made from the code and from the cases in tests/cases/rules (\`vitest run tests/engine/compiler/rules -u\` writes them anew).
\`hakbang rules <code>\` prints a page. Severities can be set in hakbang.config.json:

\`\`\`json
{ "$schema": "schemas/meta/config.schema.json", "rules": { "unused-key": "off" } }
\`\`\`

Warnings can be lowered, and errors marked *lowerable*; every other error would break a release and stays. *fix*: \`hakbang check --fix\` mends it.

| rule | severity | what |
| --- | --- | --- |
`;

/** The list of all rules. */
export function indexOf(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(([code, rule]) => `| [${code}](${code}.md) | ${severityOf(rule)} | ${rule.title} |`);
  return `${intro}${rows.join('\n')}\n`;
}

function severityOf({ severity, lowerable, fixable }: Rule): string {
  return [severity, ...(lowerable ? ['lowerable'] : []), ...(fixable ? ['fix'] : [])].join(', ');
}

/** The page of one rule: what, why, bad, good. */
export function pageOf(code: string, rule: Rule, shown: RuleCase | undefined): string {
  const head = `# ${code}\n\n**${rule.title}.** (${severityOf(rule)})\n\n${rule.why}\n`;
  return shown ? `${head}\n${badOf(shown)}\n${goodOf(shown)}` : head;
}

function badOf({ edits: [{ file, bad }], says, at }: RuleCase): string {
  const where = at.startsWith(file) ? '' : ` (told at ${at})`;
  if (bad === undefined) return `## Bad\n\n${file} is not there.\n\n> ${says}${where}\n`;
  return `## Bad\n\n${file}\n\n${fenced(file, bad)}\n> ${says}${where}\n`;
}

function goodOf({ edits: [{ file, good, bad, create }] }: RuleCase): string {
  if (bad === undefined) return `## Good\n\n${file} is there.\n`;
  if (good === undefined) return `## Good\n\n${create ? `${file} is not there, or something uses it.` : ''}\n`;
  return `## Good\n\n${fenced(file, good)}`;
}

function fenced(file: string, text: string): string {
  return `\`\`\`${file.endsWith('.md') ? 'markdown' : 'json'}\n${text.replace(/\n$/, '')}\n\`\`\`\n`;
}
