import junit from '../../cases/reports/junit.json' with { type: 'json' };
import type { Element } from './xml.ts';

type Model = Record<string, { attributes: string[]; required: string[]; children: string[]; text?: boolean }>;

/** How an element violates the schema in tests/cases/reports/junit.json. */
export function misfits({ name, attributes, children, text }: Element): string[] {
  const model = (junit.elements as Model)[name];
  if (!model) return [`<${name}> is not known`];
  const given = Object.keys(attributes);
  return [
    ...given.filter((each) => !model.attributes.includes(each)).map((each) => `${name} has no ${each}`),
    ...model.required.filter((each) => !given.includes(each)).map((each) => `${name} needs ${each}`),
    ...children.filter((each) => !model.children.includes(each.name)).map((each) => `${each.name} in ${name}`),
    ...(text.trim() !== '' && !model.text ? [`text in ${name}`] : []),
    ...children.flatMap(misfits),
  ];
}
