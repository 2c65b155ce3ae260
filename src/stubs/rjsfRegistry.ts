import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import { englishStringTranslator } from '@rjsf/utils';

/**
 * Stands in for @rjsf/core's `getDefaultRegistry.js`, whose fields, templates and widgets are never shown, for our fields
 * take their place (20 KB gz). What is left is the object field, which orders the properties of a form.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/core imports the default
export default function getDefaultRegistry() {
  return {
    fields: { ObjectField },
    templates: { ButtonTemplates: {} },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  };
}
