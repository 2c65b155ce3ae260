import type { Diagnostic } from '../../compiler/types.ts';
import { summary } from './text.ts';
import type { Report } from './report.ts';

const levels: Record<Diagnostic['severity'], string> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Renders annotations for the lines of a pull request.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function formatGithub({ diagnostics }: Report): string {
  const lines = diagnostics
    // Infos, such as the completeness of a language, would repeat on every pull request.
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, file, line, column, code, message, fix }) => {
      const place = `file=${property(file)},line=${line},col=${column},title=${property(`hakbang ${code}`)}`;
      return `::${levels[severity]} ${place}::${data(fix === undefined ? message : `${message} ${fix}`)}`;
    });
  return [...lines, summary(diagnostics)].join('\n');
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
