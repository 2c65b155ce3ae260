import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { FormSession } from '../../../../engine/session/formSession.ts';
import { keptOf, readKept } from '../../files/kept.ts';
import { personIn } from '../../files/owner.ts';
import type { KeepsFormOptions } from './definition.ts';

export const KeepsForm = observer(function KeepsForm({ block }: { block: BlockValue & KeepsFormOptions }) {
  const { screen, cel } = useScope();
  const { t } = useText();
  const [restored, setRestored] = useState('');
  const form = screen.form(block.form);
  const person = personIn(screen.host);
  const about = block.about === undefined ? '' : String(cel(block.about));
  useEffect(() => {
    const kept = keptOf('studioAnswers', { person, change: about });
    let asRestored: string | undefined;
    const restore = () => {
      const values = readKept(kept.get(form.id)) as Readonly<Record<string, unknown>> | undefined;
      if (!values || form.dirty) return;
      fill(form, values);
      asRestored = filledIn(form);
      setRestored(about);
    };
    restore();
    void kept.adopt().then(restore);
    const stop = reaction(
      () => filledIn(form),
      (filled) => kept.put(form.id, filled),
    );
    return () => {
      stop();
      // A note about one request must not be sent with the next one.
      if (asRestored !== undefined && filledIn(form) === asRestored) form.reset();
    };
  }, [form, person, about]);
  return restored === about && form.dirty ? (
    <output className="paragraph paragraph-muted">{t('common.blocks.keepsForm.kept')}</output>
  ) : null;
});

function fill(form: FormSession, values: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(values)) form.set(field, value);
}

/** Every field of a form that somebody has changed, as JSON. */
const filledIn = (form: FormSession): string | undefined =>
  form.dirty ? JSON.stringify(Object.fromEntries(form.fields.map((field) => [field, form.value(field)]))) : undefined;
