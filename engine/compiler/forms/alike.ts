import { defaultWidget } from '../../config/defaultWidget.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FieldUi } from '../../config/formUi.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo, type SourceDocument } from '../project/document.ts';

interface Use {
  key: string;
  option: string;
  value: unknown;
  document: SourceDocument;
  pointer: string;
}

/**
 * Checks that fields of the same sort share the options that their widget requires them to share, such as the country code of phone
 * numbers.
 */
export function checkAlike({ project, forms }: Analysis): Located[] {
  const { widgets } = project.registry;
  function usesIn(
    properties: Readonly<Record<string, PropertySchema>>,
    fields: Readonly<Record<string, FieldUi>>,
    at: Pick<Use, 'document' | 'pointer'>,
  ): Use[] {
    return Object.entries(properties).flatMap(([name, property]): Use[] => {
      const ui = fields[name] ?? {};
      const pointer = pointerTo(at.pointer, name);
      const widget = widgets[ui['ui:widget'] ?? defaultWidget(property)];
      const own = widget?.alike
        ? [{ ...widget.alike(ui['ui:options'] ?? {}, property), document: at.document, pointer: `${pointer}/ui:options` }]
        : [];
      const parts = (property.items ?? property).properties ?? {};
      return [...own, ...usesIn(parts, ui.items ?? {}, { document: at.document, pointer: `${pointer}/items` })];
    });
  }
  const uses = project
    .all('formUi')
    .flatMap(({ id, document, value }) => usesIn(forms.get(id)?.schema.properties ?? {}, value.fields, { document, pointer: '/fields' }));
  return [...Map.groupBy(uses, ({ key }) => key).values()].flatMap((same): Located[] => {
    const byValue = [...Map.groupBy(same, ({ value }) => value)].toSorted(([, a], [, b]) => b.length - a.length);
    const [usual, ...rare] = byValue;
    return rare.flatMap(([value, odd]) =>
      odd.map(({ document, pointer, option, key }): Located => {
        const message = `Other fields with ${key} have ${JSON.stringify(usual?.[0] ?? null)} as "${option}", not ${JSON.stringify(value ?? null)}.`;
        return { document, finding: { code: 'unlike-options', pointer: `${pointer}/${option}`, message } };
      }),
    );
  });
}
