import type { KindFinding, ProjectView, Registry } from '../../config/definitions.ts';
import type { DecisionTable } from '../../config/flow.ts';
import type { Settings } from '../../config/settings.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located, ProductCode } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { lifeCycleFindings } from './lifeCycles.ts';
import { shapesOf } from '../shape/validators.ts';

/** Checks life cycles, decision tables, settings and navigation, and runs the checks of the product's kinds. */
export function checkTables({ project }: Analysis): { found: Located[]; askedFor: ReadonlySet<string> } {
  const askedFor = new Set<string>();
  const found = [
    ...each(project.all('lifeCycle'), (value) => lifeCycleFindings(value, project)),
    ...each(project.all('decisionTable'), decisionTable),
    ...each(project.all('decisionTable'), (value) => outcomes(value, project.registry)),
    ...each(project.all('settings'), settings),
    ...each(project.all('settings'), (value) => themes(value, Object.keys(project.registry.palettes ?? {}))),
    ...each(project.all('navigation'), ({ rules }) =>
      duplicates(
        rules.map((rule) => rule.id),
        '/rules',
      ),
    ),
    ...each(project.all('enum'), ({ enum: codes, 'x-withdrawn': withdrawn }) => [
      ...repeated(codes, '/enum'),
      ...withdrawnCodes(codes, withdrawn),
    ]),
    ...secondFiles(project),
    ...misplacedFiles(project),
    ...Object.values(project.kinds).flatMap((kind) =>
      project.ofKind(kind.name).flatMap(({ document, value }) =>
        (kind.check?.(value, viewOf(project, askedFor)) ?? []).map(({ in: other, ...finding }) => ({
          document: (other && project.get(other.kind, other.id)?.document) ?? document,
          finding: ofProduct(finding, project),
        })),
      ),
    ),
  ];
  return { found, askedFor };
}

function each<T>(entries: readonly Entry<T>[], check: (value: T) => Finding[]): Located[] {
  return entries.flatMap((entry) => check(entry.value).map((finding) => ({ document: entry.document, finding })));
}

/** Applies the severity of the rule. A code without a rule is a bug of the kind and counts as an error. */
function ofProduct({ code, severity, meant, ...rest }: Omit<KindFinding<string>, 'in'>, { registry }: Project): Finding {
  const ownSeverity = severity ?? registry.rules?.[code]?.severity;
  return { ...rest, ...(meant && suggested(meant)), code: code as ProductCode, ...(ownSeverity && { severity: ownSeverity }) };
}

/** Suggests the nearest name, or lists all names if none is near. */
function suggested({ written, known }: NonNullable<KindFinding['meant']>): Partial<Finding> {
  const near = nearMiss(written, known);
  return near.fix === undefined ? { fix: `Choose one of ${known.join(', ')}.` } : near;
}

/** The view that a product's check gets. Records each lookup in `askedFor` as kind/id. */
const viewOf = (project: Project, askedFor: Set<string>): ProjectView => ({
  get(kind, id) {
    if (id === undefined) return project.one(kind)?.value;
    askedFor.add(`${kind}/${id}`);
    return project.get(kind, id)?.value;
  },
  isBroken: (kind, id) => project.isBroken(kind, id),
});

function withdrawnCodes(codes: readonly string[], withdrawn: readonly string[] = []): Finding[] {
  const unknown = withdrawn.flatMap((code, index): Finding[] => {
    if (codes.includes(code)) return [];
    const message = `"${code}" is not a code of this enum. A withdrawn code stays in "enum", because stored answers have it.`;
    return [{ code: 'unknown-code', pointer: `/x-withdrawn/${index}`, message, ...nearMiss(code, codes) }];
  });
  const isEmpty = codes.every((code) => withdrawn.includes(code));
  return isEmpty ? [...unknown, { code: 'empty-range', pointer: '/x-withdrawn', message: 'Every code is withdrawn.' }] : unknown;
}

function decisionTable({ rows }: DecisionTable): Finding[] {
  const last = rows.length - 1;
  const names = rows.map(({ id }) => id);
  const twice = rows.flatMap(({ id }, index): Finding[] =>
    id === undefined || names.indexOf(id) === index
      ? []
      : [{ code: 'duplicate-id', pointer: `/rows/${index}/id`, message: `"${id}" is already in this list.` }],
  );
  const defaults = rows.flatMap((row, index): Finding[] => {
    const pointer = `/rows/${index}`;
    if (index === last && row.when !== undefined) {
      return [{ code: 'no-default', pointer, message: 'The last row must be the default, without "when".' }];
    }
    if (index < last && row.when === undefined) {
      return [{ code: 'early-default', pointer, message: 'A row without "when" always matches, so the rows after it are never reached.' }];
    }
    return [];
  });
  return [...twice, ...defaults];
}

/** Checks each outcome against the schema that code registered for it. */
function outcomes({ id, rows }: DecisionTable, registry: Registry): Finding[] {
  const known = registry.outcomes?.[id];
  if (!known) return [];
  const shapes = shapesOf(registry);
  return rows.flatMap(({ outcome }, index): Finding[] => {
    const pointer = `/rows/${index}/outcome`;
    const which = outcome[known.by];
    if (typeof which === 'string' && Object.hasOwn(known.of, which)) return shapes.outcome(id, which, outcome, pointer);
    const names = Object.keys(known.of);
    const message = `Code does not handle an outcome with "${known.by}": ${JSON.stringify(which)}. It handles ${names.join(', ')}.`;
    const at = Object.hasOwn(outcome, known.by) ? `${pointer}/${known.by}` : pointer;
    return [{ code: 'unknown-outcome', pointer: at, message, ...nearMiss(String(which), names) }];
  });
}

function settings({ languages }: Settings): Finding[] {
  const offered = languages.offered.map(({ code }) => code);
  const found = duplicates(offered, '/languages/offered');
  if (!offered.includes(languages.default)) {
    const message = `The default language "${languages.default}" is not offered.`;
    found.push({ code: 'unknown-language', pointer: '/languages/default', message, ...nearMiss(languages.default, offered) });
  }
  return found;
}

/** Checks that each theme uses an existing palette and that "theme" counts one of the themes. */
function themes({ theme, themes: chosen }: Settings, palettes: readonly string[]): Finding[] {
  if (!chosen) return [];
  const unknown = chosen.flatMap((name, index): Finding[] =>
    palettes.length === 0 || palettes.includes(name)
      ? []
      : [{ code: 'unknown-palette', pointer: `/themes/${index}`, message: `There is no palette "${name}".`, ...nearMiss(name, palettes) }],
  );
  const message = `There is no theme ${theme}: the list has ${chosen.length}.`;
  return [
    ...unknown,
    ...duplicates(chosen, '/themes'),
    ...(theme > chosen.length ? [{ code: 'unknown-theme' as const, pointer: '/theme', message }] : []),
  ];
}

function duplicates(ids: readonly string[], pointer: string): Finding[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ code: 'duplicate-id', pointer: `${pointer}/${index}`, message: `"${id}" is already in this list.` }],
  );
}

function repeated(codes: readonly string[], pointer: string): Finding[] {
  return duplicates(codes, pointer).map((finding) => ({ ...finding, code: 'duplicate-code', remove: true }));
}

/** Reports the only file of a kind if its name differs from the one that messages and people use. */
function misplacedFiles(project: Project): Located[] {
  return Object.values(project.kinds).flatMap(({ name, single, required }): Located[] => {
    const [only, second] = project.ofKind(name);
    if (!single || required === undefined || !only || second || only.document.path === required) return [];
    const { document } = only;
    const message = `The ${name} belongs in ${required}.`;
    return [{ document, finding: { code: 'wrong-name', pointer: '', message, fix: `Rename the file to ${required}.` } }];
  });
}

/** Reports a second file of a kind that allows only one. */
function secondFiles(project: Project): Located[] {
  const single = Object.values(project.kinds).flatMap((kind) => (kind.single ? [kind.name] : []));
  return single.flatMap((kind): Located[] => {
    const [first, second] = project.ofKind(kind);
    if (!first || !second) return [];
    const message = `${first.document.path} already defines the ${kind}.`;
    return [{ document: second.document, finding: { code: 'duplicate-id', pointer: '', message } }];
  });
}
