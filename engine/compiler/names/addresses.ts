import type { Navigation, Screen } from '../../config/screen.ts';
import { isFinding, parseExpression, type Node } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { placedSteps } from '../project/subFlows.ts';
import { circleOf } from './circles.ts';
import { screenAt } from './routes.ts';

/** Checks where steps, tabs, back arrows and navigation rules lead. */
export function checkAddresses(analysis: Analysis): Located[] {
  const { project } = analysis;
  return [
    ...project.all('flow').flatMap((entry) => ofSteps(entry.id, analysis)),
    ...project
      .all('navigation')
      .flatMap(({ document, value }) =>
        [...ofTabs(value, project), ...ofCapture(value), ...ofRules(value, project)].map((finding) => ({ document, finding })),
      ),
    ...project.all('screen').flatMap((entry) => ofScreen(entry, project)),
  ];
}

/** Each step needs its own screen, which shows the step's form. */
function ofSteps(flow: string, { project, sites }: Analysis): Located[] {
  const entry = project.get('flow', flow);
  const owners = new Map<string, string>();
  const asked = new Set<string>();
  return (entry ? placedSteps(entry, project) : []).flatMap(({ step, pointer, document }): Located[] => {
    const id = screenAt(project, step.route);
    const screen = id === undefined ? undefined : project.get('screen', id);
    // A form that is asked twice and a screen without the flow have their own findings.
    if (!screen || screen.value.flow !== flow || (step.form !== undefined && asked.has(step.form))) return [];
    if (step.form !== undefined) asked.add(step.form);
    const owner = owners.get(screen.id);
    if (owner !== undefined) {
      const message = `The step "${owner}" is already on the screen "${screen.id}".`;
      return [{ document, finding: { code: 'same-address', pointer: `${pointer}/route`, message } }];
    }
    owners.set(screen.id, step.id);
    const shown = sites(screen).references.filter(({ target }) => target === 'form');
    // A guest sees the form on a screen of their own, which `guest-screen` checks.
    if (step.form === undefined || !project.get('form', step.form) || step.guest || shown.some(({ name }) => name === step.form)) return [];
    const [other] = shown;
    const message = `The step "${step.id}" asks for "${step.form}", but its screen ${other ? `shows "${other.name}"` : 'shows no form'}.`;
    const finding: Finding = { code: 'step-form', pointer: other?.pointer ?? '/blocks', message, fix: `Show the form "${step.form}".` };
    return [{ document: screen.document, finding }];
  });
}

function ofTabs({ tabs, links = [], sections = [] }: Navigation, project: Project): Finding[] {
  return [
    ...leadingTwice('/tabs', tabs, project),
    ...leadingTwice('/links', links, project),
    ...sections.flatMap((section, index) => [
      ...leadingTwice(`/sections/${index}/links`, section.links, project),
      ...withOtherParameters(`/sections/${index}/links`, section.links),
    ]),
  ];
}

/** A link takes its parameters from the URL of its page, so all pages of a section need the same ones. */
function withOtherParameters(at: string, links: readonly { route: string }[]): Finding[] {
  const parameters = ({ route }: { route: string }) => (route.match(/:\w+/g) ?? []).toSorted().join(' ');
  const [first] = links;
  const expected = first ? parameters(first) : '';
  return links.flatMap((link, index): Finding[] => {
    if (parameters(link) === expected) return [];
    const message = `Section links keep the parameters of the URL, and this route has different parameters from "${first?.route}".`;
    return [{ code: 'section-parameters', pointer: `${at}/${index}/route`, message, fix: 'Give both routes the same parameters.' }];
  });
}

function leadingTwice(at: string, links: readonly { route: string }[], project: Project): Finding[] {
  const screens = links.map(({ route }) => screenAt(project, route));
  return screens.flatMap((screen, index): Finding[] => {
    if (screen === undefined || screens.indexOf(screen) === index) return [];
    return [
      {
        code: 'same-address',
        pointer: `${at}/${index}/route`,
        message: `Another ${at === '/tabs' ? 'tab' : 'link'} already leads to the screen "${screen}".`,
      },
    ];
  });
}

/** Two query values under one name overwrite each other. */
function ofCapture({ capture }: Navigation): Finding[] {
  const places = capture.map(({ query, to, as = query }) => `${to} ${as}`);
  return capture.flatMap(({ query, as }, index): Finding[] => {
    if (places.indexOf(places[index] ?? '') === index) return [];
    const pointer = `/capture/${index}/${as === undefined ? 'query' : 'as'}`;
    return [{ code: 'same-address', pointer, message: `Another query value is already stored as "${as ?? query}".` }];
  });
}

function ofScreen({ id, value, document }: Entry<Screen>, project: Project): Located[] {
  const found: Finding[] = [];
  if (value.backTo !== undefined && value.backTo !== 'back' && screenAt(project, value.backTo) === id)
    found.push({ code: 'back-to-itself', pointer: '/backTo', message: `The back arrow of "${id}" leads to "${id}".` });
  const circle = circleOf(id, (screen) => screenAt(project, project.get('screen', screen)?.value.backTo ?? ''));
  if (circle) {
    const message = `The back arrows of ${circle.map((each) => `"${each}"`).join(' and ')} lead to each other.`;
    found.push({ code: 'back-to-itself', pointer: '/backTo', message, fix: 'Point one of them to the screen before both.' });
  }
  if (value.layout === 'step' && value.flow === undefined && !isStep(id, project)) {
    const message = 'The layout "step" shows the progress of a flow, but the screen names none.';
    found.push({ code: 'layout-without-flow', pointer: '/layout', message, fix: 'Name the "flow", or choose another layout.' });
  }
  return found.map((finding) => ({ document, finding }));
}

const isStep = (screen: string, project: Project): boolean =>
  project.all('flow').some(({ value }) => value.steps.some(({ route }) => screenAt(project, route) === screen));

interface Rule {
  id: string;
  index: number;
  conditions: readonly string[];
  target: string | undefined;
}

function ofRules({ rules }: Navigation, project: Project): Finding[] {
  const read = rules.flatMap(({ id, when, go, enabled }, index): Rule[] =>
    enabled === false ? [] : [{ id, index, conditions: conjunctsOf(when), target: pathOf(go, project) }],
  );
  return read.flatMap((rule, index): Finding[] => {
    const earlier = read.slice(0, index);
    const hidden = earlier.find(({ conditions }) => conditions.every((each) => rule.conditions.includes(each)));
    if (hidden) {
      const message = `The rule "${hidden.id}" before it always matches when this one does, so this one never applies.`;
      return [{ code: 'hidden-rule', pointer: `/rules/${rule.index}`, message, fix: 'Move it before that rule, or remove it.' }];
    }
    const back = [...earlier, rule].find((other) => leads(other, rule) && leads(rule, other) && !excludes(other, rule));
    if (!back) return [];
    const message =
      back === rule ? 'The rule leads to the screen where it applies.' : `The rule "${back.id}" leads back to where this one applies.`;
    return [{ code: 'rule-circle', pointer: `/rules/${rule.index}/go`, message }];
  });
}

/** The id of the screen at a path, as rule conditions refer to it. */
const pathOf = (go: string, project: Project): string | undefined => {
  const id = screenAt(project, go);
  return id === undefined ? undefined : project.get('screen', id)?.id;
};

/** The operands of a condition's conjunction, each in a canonical spelling. */
function conjunctsOf(source: string): string[] {
  const root = parseExpression(source);
  return isFinding(root) ? [source] : parts(root).map(spelled);
}

const parts = (node: Node): Node[] => (node.op === '&&' ? node.args.flatMap(parts) : [node]);

const spelled = (node: Node): string =>
  JSON.stringify([node.op, node.args], (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value !== null && typeof value === 'object' && 'op' in value && 'args' in value ? [value.op, value.args] : value;
  });

const leads = ({ target }: Rule, { conditions }: Rule): boolean => target !== undefined && conditions.includes(spelledRoute(target));

const spelledRoute = (screen: string): string => conjunctsOf(`route.name == '${screen}'`)[0] ?? '';

/** Whether one condition is the negation of the other, so that the two rules can never apply in sequence. */
const excludes = (one: Rule, other: Rule): boolean =>
  one !== other &&
  [...one.conditions].some((each) => other.conditions.some((opposite) => negated(each) === opposite || negated(opposite) === each));

const negated = (spelling: string): string => `["!_",${spelling}]`;
