import { expect, test } from 'vitest';
import { widgetComponents } from '../../../../engine/react/widgets/components.ts';
import { defaultWidget } from '../../../../engine/config/defaultWidget.ts';
import { widgetDefinitions } from '../../../../engine/react/widgets/definitions.ts';

const names = widgetDefinitions.map(({ name }) => name);

test('every widget definition has a component, and vice versa', () => {
  expect(Object.keys(widgetComponents).sort()).toEqual([...names].sort());
  expect(new Set(names).size).toBe(names.length);
});

test.each(['string', 'number', 'integer', 'boolean', 'object', 'array'] as const)('the default widget for %s accepts it', (type) => {
  const definition = widgetDefinitions.find(({ name }) => name === defaultWidget({ type }));
  expect(definition?.accepts).toContain(type);
});

test('codes are chosen, several by checkboxes, and a computed answer is shown', () => {
  expect(defaultWidget({ type: 'string', enum: ['a'] })).toBe('select');
  expect(defaultWidget({ type: 'array', items: { enum: ['a'] } })).toBe('checkboxes');
  expect(defaultWidget({ type: 'integer', 'x-value': '1' })).toBe('output');
  expect(defaultWidget({ type: 'object', 'x-lookup': 'towns' })).toBe('lookup');
});
