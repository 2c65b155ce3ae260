import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { fieldHandle } from '../../form/handle.ts';
import { useScope } from '../../screen/scope.tsx';
import { ChoiceList } from '../../widgets/ChoiceList.tsx';
import { optionsOf } from '../../widgets/options.ts';
import type { FieldChoiceOptions } from './definition.ts';

/** Shows the choices of a field as a page. A choice answers the field in the form that its screens share, and goes back. */
export const FieldChoice = observer(function FieldChoice({ block }: { block: BlockValue & FieldChoiceOptions }) {
  const { screen } = useScope();
  const { form, field } = block;
  const prefix = useId();
  const session = screen.form(form);
  const handle = useMemo(() => fieldHandle({ session, texts: screen.engine.texts, prefix }, [field]), [session, screen, prefix, field]);
  if (!handle) throw new Error(`Form "${form}" has no field "${field}".`);
  const options = optionsOf(handle);
  return (
    <ChoiceList
      label={handle.label}
      options={options}
      chosen={options.find(({ code }) => code === handle.value)?.id}
      onPick={({ code }) => {
        handle.set(code);
        handle.leave();
        screen.host.back(screen.loaded.definition.backTo);
      }}
    />
  );
});
