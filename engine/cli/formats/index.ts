import { formatGithub } from './github.ts';
import { formatJson } from './json.ts';
import { formatJunit } from './junit.ts';
import type { Report } from './report.ts';
import { formatSarif } from './sarif.ts';
import { formatText } from './text.ts';

const renderers = {
  text: ({ diagnostics, files, release, colour }: Report) =>
    `${formatText(diagnostics, files, { colour: colour ?? false })}${release === undefined ? '' : ` Release ${release}.`}`,
  json: formatJson,
  sarif: formatSarif,
  junit: formatJunit,
  github: formatGithub,
} satisfies Record<string, (report: Report) => string>;

export type Format = keyof typeof renderers;

export const formats = Object.keys(renderers) as readonly Format[];

export function render(format: Format, report: Report): string {
  return renderers[format](report);
}
