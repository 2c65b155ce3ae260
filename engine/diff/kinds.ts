import { engineKinds } from '../config/kinds.ts';
import type { Found } from './collect.ts';
import type { Sides } from './side.ts';
import { valueChanges, type Judgement } from './values.ts';

/** Order and widgets only affect the look of a form. Normalisers change the stored value. */
const layout: Judgement = {
  kind: 'formUi',
  title: 'layout',
  otherwise: 'LOOK',
  rules: new Set(['ui:normalise']),
  about: (id) => ({ answers: [id] }),
};

const screen: Judgement = {
  kind: 'screen',
  title: 'screen',
  otherwise: 'LOOK',
  rules: new Set(['data', 'local', 'flow', 'noCheck', 'do', 'go', 'set', 'keep', 'event', 'query', 'backTo', 'enabled']),
  about: (id) => ({ screens: [id] }),
};

const settings: Judgement = {
  kind: 'settings',
  title: 'settings',
  otherwise: 'RULE',
  looks: new Set(['theme', 'themes', 'app', 'clickGuardMs']),
};

const navigation: Judgement = { kind: 'navigation', title: 'navigation', otherwise: 'RULE', looks: new Set(['icon', 'key', 'tabs']) };
const content: Judgement = {
  kind: 'content',
  title: 'content',
  otherwise: 'LOOK',
  rules: new Set(['from', 'until', 'again', 'when', 'link']),
};

const rule = (kind: string, title = kind): Judgement => ({ kind, title, otherwise: 'RULE' });

/** Kinds with their own comparison, and kinds that people who fill in forms never see. */
const elsewhere = new Set([
  'form',
  'enum',
  'format',
  'flow',
  'subFlow',
  'errors',
  'lifeCycle',
  'locale',
  'scenario',
  'cases',
  'config',
  'carryOver',
]);
const judged: readonly Judgement[] = [
  layout,
  screen,
  settings,
  navigation,
  content,
  rule('conditions', 'condition'),
  rule('decisionTable', 'decision table'),
];

/** Compares the files of all other kinds value by value. An unknown kind counts as rules. */
export function kindChanges(sides: Sides): Found[] {
  const known = new Set([...elsewhere, ...judged.map(({ kind }) => kind)]);
  const others = [...Object.keys(engineKinds), ...Object.keys(sides.registry.kinds)].filter((kind) => !known.has(kind));
  return [...judged, ...others.map((kind) => rule(kind))]
    .flatMap((judgement) => valueChanges(sides, judgement))
    .filter((each) => !isReportedElsewhere(each));
}

/** Routes are compared with the API, because that needs all screens together. */
function isReportedElsewhere({ code, pointer }: Found): boolean {
  return code.startsWith('screen-') && /^\/(route|aliases)(\/|$)/.test(pointer);
}
