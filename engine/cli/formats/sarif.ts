import type { Diagnostic, SourceFile, TextEdit } from '../../compiler/types.ts';
import type { Rule } from '../../config/rules/rule.ts';
import { fingerprintsOf } from '../fingerprints.ts';
import type { Report } from './report.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const levels: Record<Diagnostic['severity'], string> = { error: 'error', warning: 'warning', info: 'note' };

/** Renders SARIF 2.1.0 (OASIS), which code hosts and editors show: rules, places, fixes, and fingerprints that survive moved lines. */
export function formatSarif(report: Report): string {
  const { command, diagnostics, files } = report;
  const rules = usedRules(report);
  const fingerprints = fingerprintsOf(diagnostics, files);
  const index = new Map(rules.map(([code], at) => [code, at]));
  const run = {
    tool: { driver: { name: 'hakbang', rules: rules.map(([code, rule]) => descriptor(code, rule)) } },
    automationDetails: { id: `hakbang/${command}/` },
    columnKind: 'utf16CodeUnits',
    results: diagnostics.map((each) => ({
      ruleId: each.code,
      ruleIndex: index.get(each.code) ?? -1,
      level: levels[each.severity],
      message: { text: each.fix === undefined ? each.message : `${each.message} ${each.fix}` },
      locations: [location(each)],
      partialFingerprints: { 'hakbang/v1': fingerprints.get(each) ?? '' },
      ...(each.edits && { fixes: [fix(each, each.edits, files)] }),
    })),
  };
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2);
}

/** The rules with findings. A viewer looks them up by index. */
function usedRules({ diagnostics, rules }: Report): [string, Rule][] {
  const used = [...new Set(diagnostics.map(({ code }) => code))].sort();
  return used.flatMap((code): [string, Rule][] => (rules[code] ? [[code, rules[code]]] : []));
}

function descriptor(id: string, { title, why, severity }: Rule) {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why} Run hakbang rules ${id} for a bad and a good case.` },
    defaultConfiguration: { level: levels[severity] },
  };
}

const artifact = (file: string) => ({ uri: encodeURI(file), uriBaseId: '%SRCROOT%' });

function location({ file, line, column, pointer }: Diagnostic) {
  return {
    physicalLocation: { artifactLocation: artifact(file), region: { startLine: line, startColumn: column } },
    ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function fix({ fix: words, message }: Diagnostic, edits: readonly TextEdit[], files: readonly SourceFile[]) {
  const changed = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: words ?? message },
    artifactChanges: changed.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({
          deletedRegion: region(edit, files.find(({ path }) => path === file)?.text ?? ''),
          ...(edit.text !== '' && { insertedContent: { text: edit.text } }),
        })),
    })),
  };
}

/** Uses lines and columns, which every viewer supports. An insertion is a region of length zero. */
function region({ offset, length }: TextEdit, text: string) {
  const start = place(text, offset);
  const end = place(text, offset + length);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function place(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}
