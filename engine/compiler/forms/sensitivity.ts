import { defaultWidget } from '../../config/defaultWidget.ts';
import type { Registry } from '../../config/definitions.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FormUi } from '../../config/formUi.ts';

type Sensitivity = PropertySchema['x-sensitive'];

/**
 * The sensitivity of an answer is the highest of its schema, its parts and its widget. So a list of people is sealed because their
 * numbers are.
 */
export function withSensitivity(
  properties: Readonly<Record<string, PropertySchema>>,
  ui: FormUi | undefined,
  { widgets }: Pick<Registry, 'widgets'>,
): Record<string, PropertySchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const widget = ui?.fields[name]?.['ui:widget'] ?? defaultWidget(property);
      const ofWidget = Object.hasOwn(widgets, widget) ? widgets[widget]?.sensitivity : undefined;
      const sensitivity = strongest([ofWidget, ...ofParts(property)]);
      return [name, sensitivity === undefined ? property : { ...property, 'x-sensitive': sensitivity }];
    }),
  );
}

function ofParts(property: PropertySchema): Sensitivity[] {
  const parts = [...Object.values(property.properties ?? {}), ...(property.items ? [property.items] : []), ...(property.anyOf ?? [])];
  return [property['x-sensitive'], ...parts.flatMap(ofParts)];
}

function strongest(all: readonly Sensitivity[]): Sensitivity {
  if (all.includes('secret')) return 'secret';
  return all.includes('pii') ? 'pii' : undefined;
}
