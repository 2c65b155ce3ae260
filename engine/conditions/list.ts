import type { Analysis } from '../compiler/analysis.ts';
import { casesFileOf } from '../compiler/cases/casesFile.ts';
import { subjectAt, subjectsOf, type Subject } from '../compiler/cases/subjects.ts';
import { pointerToPath } from '../compiler/project/document.ts';
import type { Sites } from '../compiler/names/walk.ts';
import type { Entry } from '../compiler/project/project.ts';
import { writtenValue } from '../compiler/project/project.ts';
import { valueAt } from '../config/valueAt.ts';
import { isPlainObject } from '../form/empty.ts';
import { scopeAt } from '../form/owners.ts';
import { type Field, fieldsAt, mainTexts, type Texts } from './vocabulary.ts';

/** The kind of decision that a condition makes. */
export type Governed = 'field' | 'rule' | 'step' | 'row' | 'event' | 'named' | 'block' | 'other';

export interface ListedCondition {
  file: string;
  pointer: string;
  line: number;
  source: string;
  /** The name that cases use. */
  name: string;
  governs: Governed;
  /** The display name of what it governs: the label of a field, the title of a step. */
  about: string;
  /** The file of its cases. Absent if its file has none. */
  cases?: string;
}

/** All conditions of a configuration, named ones first. */
export function listConditions(analysis: Analysis): ListedCondition[] {
  const { project, sites } = analysis;
  const texts = mainTexts(analysis);
  const cases = new Map(project.all('cases').map(({ value, document }) => [value.of, document.path]));
  const all = project.entries
    .filter(({ kind }) => kind !== 'cases')
    .flatMap((entry) =>
      subjectsOf(entry, sites(entry))
        .filter(({ site }) => site.expected === 'bool')
        .map((subject) => listed(entry, subject, texts, cases.get(entry.document.path))),
    );
  return all.toSorted((one, other) => Number(other.governs === 'named') - Number(one.governs === 'named'));
}

function listed(entry: Entry, { name, site }: Subject, texts: Texts, cases: string | undefined): ListedCondition {
  const { document } = entry;
  const { line } = document.position(document.offset(site.pointer, 'value'));
  const path = pointerToPath(site.pointer).map(String);
  return {
    file: document.path,
    pointer: document.written(site.pointer),
    line,
    source: site.source,
    name,
    ...governedBy(entry, path, name, texts),
    ...(cases !== undefined && { cases }),
  };
}

function governedBy(entry: Entry, path: readonly string[], name: string, texts: Texts): Pick<ListedCondition, 'governs' | 'about'> {
  const owner = valueAt(writtenValue(entry), path.slice(0, -1));
  switch (entry.kind) {
    case 'conditions':
      return { governs: 'named', about: name };
    case 'form': {
      if (path.includes('x-rules')) return { governs: 'rule', about: ruleWords(entry.id, owner, texts) ?? name };
      const field = path.filter((_, index) => path[index - 1] === 'properties').join('.');
      return { governs: 'field', about: texts.get(`forms.${entry.id}.${field}.label`) ?? field };
    }
    case 'flow':
    case 'subFlow': {
      const form = isPlainObject(owner) ? String(owner['form']) : '';
      return { governs: 'step', about: texts.get(`forms.${form}.title`) ?? name };
    }
    case 'decisionTable':
      return { governs: 'row', about: name };
    case 'lifeCycle':
      return { governs: 'event', about: name };
    case 'screen': {
      const key = isPlainObject(owner) && isPlainObject(owner['text']) ? String(owner['text']['key']) : '';
      const about = texts.get(`screens.${entry.id}.${key}`);
      return path.includes('blocks') ? { governs: 'block', about: about ?? name } : { governs: 'other', about: name };
    }
    default:
      return { governs: 'other', about: name };
  }
}

function ruleWords(form: string, rule: unknown, texts: Texts): string | undefined {
  if (!isPlainObject(rule)) return undefined;
  const { at, error } = rule;
  return texts.get(`forms.${form}.${String(at)}.errors.${String(error)}`) ?? texts.get(`forms.${form}.${String(at)}.label`);
}

/** The data for an editor of one condition. */
export interface ConditionContext extends Pick<ListedCondition, 'name' | 'governs' | 'about'> {
  /** In CEL. Empty if none is written yet. */
  source: string;
  /** The file of its cases, whether it exists or not. */
  cases: string;
  /** The form whose answers are `self`. Absent in other files, and for a part of an answer. */
  form?: string;
  fields: Field[];
  named: Record<string, string>;
  constants: Record<string, unknown>;
  features: Record<string, unknown>;
}

/** Returns what a condition at a place can read, even before it is written. Undefined if its file has no such place. */
export function contextOfCondition(analysis: Analysis, file: string, pointer: string): ConditionContext | undefined {
  const { project, sites, conditions } = analysis;
  const entry = project.entries.find(({ document }) => document.path === file);
  const site = entry && (writtenAt(entry, sites(entry), pointer) ?? emptyAt(entry, pointer));
  if (!entry || !site || site.expected !== 'bool') return undefined;
  const { constants = {}, features = {} } = project.one('settings')?.value ?? {};
  const texts = mainTexts(analysis);
  const isOfForm = entry.kind === 'form' && scopeAt(pointerToPath(site.pointer).map(String)) === '';
  const { name } = subjectAt(entry, sites(entry), site);
  return {
    source: site.source,
    name,
    ...governedBy(entry, pointerToPath(site.pointer).map(String), name, texts),
    cases: project.all('cases').find(({ value }) => value.of === file)?.document.path ?? casesFileOf(entry).path,
    ...(isOfForm && { form: entry.id }),
    fields: fieldsAt(analysis, entry, site, texts).slice(0, mostFields),
    named: conditions,
    constants,
    features,
  };
}

type Site = Subject['site'];

const writtenAt = ({ document }: Entry, { expressions }: Sites, pointer: string): Site | undefined =>
  expressions.find((each) => document.written(each.pointer) === pointer);

/** Returns the site of a condition that is not written yet. */
function emptyAt(entry: Entry, pointer: string): Site | undefined {
  const owner = valueAt(writtenValue(entry), pointerToPath(pointer).slice(0, -1));
  return isPlainObject(owner) ? { pointer, owner, lists: [], assumed: [], source: '', expected: 'bool' } : undefined;
}

/** An upper bound. Screens read the most fields, and stay well below it. */
const mostFields = 1500;
