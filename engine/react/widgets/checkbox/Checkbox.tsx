import { observer } from 'mobx-react-lite';
import type { FieldHandle } from '../../form/types.ts';
import { useEngine } from '../../engine-context.tsx';
import { controlAttributes } from '../attributes.ts';

/** A checkbox with its label. The document link is outside the label, so that opening it does not tick the box. */
export const Checkbox = observer(function Checkbox({ field }: { field: FieldHandle<{ route?: string }> }) {
  const { navigate } = useEngine();
  const { route } = field.options;
  const link = field.text('link');
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          {...controlAttributes(field)}
          checked={field.value === true}
          // Unticked means no answer, so that a required consent is missing instead of false.
          onChange={({ target }) => field.set(target.checked ? true : undefined)}
        />
        <span lang={field.langOf('label')}>{field.label}</span>
      </label>
      {field.hint && (
        <p className="field-hint" id={`${field.id}-hint`} lang={field.langOf('hint')}>
          {field.hint}
        </p>
      )}
      {route !== undefined && link !== undefined && (
        <a
          className="check-link"
          href={route}
          onClick={(event) => {
            event.preventDefault();
            navigate(route);
          }}
        >
          {link}
        </a>
      )}
    </div>
  );
});
