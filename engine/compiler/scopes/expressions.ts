import {
  checkExpression,
  conditionsIn,
  emitExpression,
  nearMiss,
  isFinding,
  parseExpression,
  schemaAt,
  type NamedConditions,
} from '../../expression/index.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from '../names/walk.ts';
import { pointerTo } from '../project/document.ts';

type Site = Sites['expressions'][number];

/** Checks every expression against its scope. */
export function checkExpressions(analysis: Analysis): Located[] {
  const { project, sites, ofEach } = analysis;
  const entries = project.entries.filter(({ kind }) => kind !== 'conditions');
  const found = ofEach('expressions', entries, (entry) => sites(entry).expressions.flatMap((site) => checkSite(entry, site, analysis)));
  const all = [...once(found), ...checkConditions(analysis)];
  return all.length > 0 || analysis.project.hasBroken ? all : findAmbiguous(analysis);
}

function checkSite(entry: Entry, site: Site, analysis: Analysis): Located[] {
  const { conditions, project, scopes } = analysis;
  const isMigration = entry.kind === 'carryOver';
  const unseen = isMigration ? unseenOnDevice(entry, site, analysis) : undefined;
  if (unseen) return [{ document: entry.document, finding: unseen }];
  const result = checkExpression(site.source, scopes.at(entry, site), site.expected, isMigration ? {} : conditions, site.assumed);
  // An unreadable file could define any name and any type, so unknown ones are not reported.
  const isKnown = {
    'unknown-condition': !project.isBroken('conditions'),
    'untyped-number': !project.hasBroken,
    // Any answer of a draft can be absent, and the step then changes nothing.
    'unguarded-optional': !isMigration,
    // A screen or a migration may be about stored answers, which can contain withdrawn codes.
    'withdrawn-comparison': ['form', 'flow', 'conditions', 'decisionTable'].includes(entry.kind),
  };
  const isUnreadable = unreadableNames(entry, analysis);
  return result.findings
    .filter(({ code }) => !(code in isKnown) || isKnown[code as keyof typeof isKnown])
    .filter(({ code, offset, length }) => code !== 'unknown-name' || !isUnreadable(site.source.slice(offset, offset + length)))
    .map(({ offset, length, condition, ...found }): Located => {
      const named = condition === undefined ? undefined : project.one('conditions');
      if (named && condition !== undefined) {
        const pointer = pointerTo('/conditions', condition);
        return { document: named.document, finding: { ...found, pointer, within: offset } };
      }
      const finding: Finding = { ...found, pointer: site.pointer, within: offset };
      if (isMigration && found.code === 'unknown-condition') return { document: entry.document, finding: { ...finding, ...noCondition } };
      return { document: entry.document, finding: toForward(finding, site.source.slice(offset, offset + length), analysis) };
    });
}

/** Steps of migrations are also selected on the device, which has neither secrets nor what guests hide from the owner. */
function unseenOnDevice(entry: Entry, site: Site, { project, scopes }: Analysis): Finding | undefined {
  const guests = new Set(
    project.all('flow').flatMap(({ value }) => value.steps.flatMap(({ guest, form }) => (guest && form ? [form] : []))),
  );
  const own = String(site.owner['form']);
  const scope = scopes.at(entry, site);
  const unseen = checkExpression(site.source, scope, 'dyn').reads.find(([name = '', field = '']) => {
    const sensitive = schemaAt(scope, [name, field])?.schema['x-sensitive'];
    return sensitive === 'secret' || (sensitive !== undefined && guests.has(name === 'self' || name === 'form' ? own : name));
  });
  if (!unseen) return undefined;
  const message = `The device does not have "${unseen.join('.')}", so it would migrate a draft differently from the server.`;
  return { code: 'unseen-answer', pointer: site.pointer, message, fix: 'Use an answer that its owner can see.' };
}

/** Names that an unreadable or unknown form would define: its answers, and the item of its step. */
function unreadableNames(entry: Entry, { project, sites }: Analysis): (name: string) => boolean {
  const shown = sites(entry).references.flatMap(({ target, name }) => (target === 'form' ? [name] : []));
  const unknown = new Set(shown.filter((form) => !project.get('form', form)));
  return (name) => project.isBroken('form', name) || unknown.has(name) || (unknown.size > 0 && (name === 'item' || name === 'itemNumber'));
}

const noCondition = {
  message: 'A migration cannot read a named condition: the condition may change, and the migration stays as it is.',
  fix: 'Write out the condition.',
};

/** A module contains each expression of a file only once, by its source, so its types must be the same in every place. */
function findAmbiguous({ project, sites, scopes, conditions, needs }: Analysis): Located[] {
  const codeAt = ({ entry, site }: Place) => emitExpression(site.source, conditions, scopes.at(entry, site));
  return project.entries.flatMap((entry) => {
    const content = entry.kind === 'screen' ? needs(entry as Entry<Screen>).content : [];
    const together = [entry, ...content.flatMap((id) => project.get('content', id) ?? [])];
    const places = together.flatMap((each) =>
      sites(each).expressions.flatMap((site): Place[] => (/[-+*/]/.test(site.source) ? [{ entry: each, site }] : [])),
    );
    return [...Map.groupBy(places, ({ site }) => site.source).values()].flatMap(([first, ...others]) => {
      const code = first && others.length > 0 && codeAt(first);
      return others.filter((place) => codeAt(place) !== code).map(ambiguous);
    });
  });
}

interface Place {
  entry: Entry;
  site: Site;
}

function ambiguous({ entry: { document }, site: { source, pointer } }: Place): Located {
  const message = `"${source}" computes with whole numbers in one place of this file and with decimal numbers here.`;
  const fix = 'Convert with double() or int() in one of the two places.';
  return { document, finding: { code: 'ambiguous-expression', pointer, message, fix } };
}

/** Explains why a form that exists cannot be read here. */
function toForward(finding: Finding, written: string, { project }: Analysis): Finding {
  if (finding.code !== 'unknown-name' || !project.knownIds('form').includes(written)) return finding;
  const message = `The answers of "${written}" do not exist yet: no flow asks for it before this point, or a guest who may not read it answers here.`;
  const { fix: _fix, instead: _instead, ...rest } = finding;
  return { ...rest, code: 'forward-reference', message };
}

/** Reports a mistake in a named condition once, even if several expressions use it. */
function once(found: readonly Located[]): Located[] {
  const seen = new Set<string>();
  return found.filter(({ document, finding }) => {
    const key = `${document.path} ${finding.pointer} ${finding.within} ${finding.code}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The check of each use covers a named condition. Here it only has to parse, be used and not form a cycle. */
function checkConditions({ project, conditions, sites, ofEach }: Analysis): Located[] {
  const entry = project.one('conditions');
  if (!entry) return [];
  const used = new Set(
    ofEach('conditions', project.entries, (each) => sites(each).expressions.flatMap(({ source }) => conditionsIn(source))),
  );
  const findings = Object.entries(conditions).flatMap(([name, source]): Finding[] => {
    const pointer = pointerTo('/conditions', name);
    const parsed = parseExpression(source);
    if (isFinding(parsed)) return [{ code: parsed.code, message: parsed.message, pointer, within: parsed.offset }];
    if (circle(name, conditions)) return [{ code: 'condition-circle', pointer, message: `The condition "${name}" depends on itself.` }];
    const unknown = conditionsIn(source).find((each) => !Object.hasOwn(conditions, each));
    if (unknown !== undefined) {
      const message = `There is no condition "${unknown}".`;
      return [{ code: 'unknown-condition', pointer, message, ...nearMiss(unknown, Object.keys(conditions)) }];
    }
    if (!used.has(name))
      return [{ code: 'unused-condition', pointer, at: 'key', remove: true, message: `Nothing uses the condition "${name}".` }];
    return [];
  });
  return findings.map((finding) => ({ document: entry.document, finding }));
}

/** Whether a condition depends on itself through others. Only the first condition of a cycle is reported. */
function circle(name: string, conditions: NamedConditions): boolean {
  const members = new Set<string>();
  const visit = (each: string): void => {
    for (const next of conditionsIn(conditions[each] ?? '')) {
      if (members.has(next)) continue;
      members.add(next);
      visit(next);
    }
  };
  visit(name);
  return members.has(name) && [...members].every((each) => each >= name || !reaches(each, name, conditions));
}

function reaches(from: string, to: string, conditions: NamedConditions, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return conditionsIn(conditions[from] ?? '').some((next) => next === to || reaches(next, to, conditions, seen));
}
