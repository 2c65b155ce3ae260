import { engineKinds } from '../config/kinds.ts';
import type { Found } from './collect.ts';
import type { Sides } from './side.ts';
import { valueChanges, type Judgement } from './values.ts';

/** How a form is asked: order and widgets are looks; what a normaliser makes of the typed text is stored. */
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

/** Kinds that are judged by their own rules, or that nobody who fills in a form ever meets. */
const elsewhere = new Set(['form', 'enum', 'format', 'flow', 'errors', 'lifeCycle', 'locale', 'scenario', 'config', 'carryOver']);
const judged: readonly Judgement[] = [
  layout,
  screen,
  settings,
  navigation,
  content,
  rule('conditions', 'condition'),
  rule('decisionTable', 'decision table'),
];

/** All kinds whose files are compared value by value; one that nobody has spoken of changes rules. */
export function kindChanges(sides: Sides): Found[] {
  const known = new Set([...elsewhere, ...judged.map(({ kind }) => kind)]);
  const others = [...Object.keys(engineKinds), ...Object.keys(sides.registry.kinds)].filter((kind) => !known.has(kind));
  return [...judged, ...others.map((kind) => rule(kind))]
    .flatMap((judgement) => valueChanges(sides, judgement))
    .filter((each) => !isToldElsewhere(each));
}

/** Addresses of screens are told with the API: whether one is gone hangs on all screens together. */
function isToldElsewhere({ code, pointer }: Found): boolean {
  return code.startsWith('screen-') && /^\/(route|aliases)(\/|$)/.test(pointer);
}
