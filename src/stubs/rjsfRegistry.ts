import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import { englishStringTranslator } from '@rjsf/utils';

/**
 * Replaces @rjsf/core's `getDefaultRegistry.js` (20 KB gz). Our fields replace its fields, templates and widgets; only the object field
 * remains, which orders the properties of a form.
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
