import { asNumber, type WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useContext, useEffect } from 'react';
import type { WidgetComponent } from '../engine-context.tsx';
import { RegistryContext } from '../form/registryContext.ts';
import type { FieldHandle } from '../form/types.ts';

/** Adapts a widget of any rjsf theme: it gets rjsf's `WidgetProps`, and its control gets the attributes of our controls. */
export const themeWidget = (Theme: ComponentType<WidgetProps>): WidgetComponent =>
  observer(function ThemeWidget({ field }: { field: FieldHandle }) {
    const registry = useContext(RegistryContext);
    const { id, describedBy, required } = field;
    useEffect(() => {
      const control = document.getElementById(id);
      control?.setAttribute('aria-describedby', describedBy);
      control?.setAttribute('data-control', id);
      if (required) control?.setAttribute('aria-required', 'true');
    }, [id, describedBy, required]);
    if (!registry) return null;
    const { schema, problem } = field;
    const isNumber = schema.type === 'number' || schema.type === 'integer';
    const enumOptions = schema.enum?.map((code) => ({ value: code, label: field.optionLabel(code) }));
    return (
      <Theme
        id={id}
        name={field.name}
        label={field.label}
        hideLabel
        schema={schema as WidgetProps['schema']}
        uiSchema={{}}
        options={{ ...field.options, ...(enumOptions && { enumOptions }) }}
        value={field.value}
        required={required}
        disabled={field.locked}
        readonly={field.locked}
        placeholder={field.placeholder ?? ''}
        {...(problem !== undefined && { rawErrors: [problem] })}
        registry={registry}
        onChange={(value: unknown) => field.set(isNumber && typeof value === 'string' ? asNumber(value) : value)}
        // The frame handles the blur.
        onBlur={ignore}
        onFocus={ignore}
      />
    );
  });

const ignore = (): void => undefined;
