import type { FlowStep } from '../../config/flow.ts';
import { itemParameter } from '../../flow/instances.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { placedSteps, type PlacedStep } from '../project/subFlows.ts';
import { listOf } from '../scopes/answers.ts';

/** The server computes the path with every save, and its time grows with the number of steps. Nobody answers more. */
const mostItems = 50;

/** Checks the steps that are asked for each item of a list. */
export function checkItems(analysis: Analysis): Located[] {
  return analysis.project.all('flow').flatMap((entry) => {
    const placed = placedSteps(entry, analysis.project);
    return placed.flatMap((at, index) => {
      const earlier = placed.slice(0, index).map(({ step }) => step);
      const list = at.step.forEach === undefined ? [] : ofList(at, earlier, analysis, entry.id);
      return [...list, ...ofRoute(at)].map((finding) => ({ document: at.document, finding }));
    });
  });
}

function ofList({ step, pointer }: PlacedStep, earlier: readonly FlowStep[], { project, forms }: Analysis, flow: string): Finding[] {
  const { forEach = '' } = step;
  const [form = '', field = ''] = forEach.split('.');
  const place = step.group === undefined ? `${pointer}/forEach` : pointer;
  const list = listOf(forEach, forms);
  const source = earlier.find((each) => each.form === form);
  const wrong = (code: 'unknown-list' | 'unfit-step', message: string, at = place): Finding => ({ code, pointer: at, message });
  if (!source) {
    if (project.isBroken('form', form)) return [];
    return [wrong('unknown-list', `No earlier step of this flow asks for the form "${form}".`)];
  }
  if (source.forEach !== undefined) return [wrong('unknown-list', `The form "${form}" is itself asked for each item of a list.`)];
  if (!list && forms.has(form)) return [wrong('unknown-list', `"${forEach}" is not a list.`)];
  if (list && (list.maxItems ?? 0) > mostItems)
    return [
      wrong('unknown-list', `The list "${forEach}" can have ${list.maxItems} items. Steps for each item allow at most ${mostItems}.`),
    ];
  const { properties = {} } = forms.get(form)?.schema ?? {};
  if (list && list.maxItems === undefined)
    return [wrong('unknown-list', `The list "${forEach}" has no "maxItems", so the number of steps has no limit.`)];
  if (properties[field]?.['x-sensitive'] === 'secret' || properties[field]?.['x-transient'])
    return [wrong('unknown-list', `"${form}.${field}" is secret or transient, so the device does not have it later.`)];
  const others = project.all('flow').filter(({ id, value }) => id !== flow && value.steps.some((each) => each.form === step.form));
  return [
    ...(step.kind === 'review' ? [wrong('unfit-step', 'A review cannot be asked for each item.', `${pointer}/kind`)] : []),
    ...(step.check === undefined
      ? []
      : [wrong('unfit-step', 'A check does not know the item, so the step cannot have one.', `${pointer}/check`)]),
    ...(step.until === undefined
      ? []
      : [wrong('unfit-step', 'A fact belongs to no item, so the step cannot wait for one.', `${pointer}/until`)]),
    ...others.map(({ id }) => wrong('unfit-step', `The flow "${id}" also asks for this form, without the item.`, `${pointer}/form`)),
  ];
}

function ofRoute({ step, pointer }: PlacedStep): Finding[] {
  const parameters = step.route.split('/').filter((segment) => segment === itemParameter).length;
  const expected = step.forEach === undefined ? 0 : 1;
  if (parameters === expected) return [];
  const message = expected
    ? 'A step for each item of a list needs ":item" in its route.'
    : 'Only a step for each item of a list has ":item" in its route.';
  return [{ code: 'item-route', pointer: `${pointer}/route`, message }];
}
