import { useEffect, useState } from 'react';
import type { WholeFormValidator } from '../../form/check.ts';
import type { ValidatorError, WholeFormModule } from '../../form/types.ts';
import type { FormSession } from '../../session/formSession.ts';
import { afterPaint } from '../afterPaint.ts';
import { noValidator, projection, type RjsfValidator } from './rjsf.tsx';

interface Port {
  /** For rjsf. */
  validator: RjsfValidator;
  /** The same, for Next. Undefined until it is loaded, and in old releases. */
  validate?: WholeFormValidator;
}

const unfilled: Port = { validator: noValidator };

/** Fills rjsf's validator port with the form's published validator. The form works without it: each field has its own. */
export function usePort({ definition }: FormSession, load: (() => Promise<WholeFormModule>) | undefined): Port {
  const [filled, setFilled] = useState<Port & { load: typeof load }>();
  useEffect(() => {
    if (!load) return undefined;
    let isGone = false;
    const fill = async () => {
      const module = await load();
      const { createPort } = await import('./createPort.ts');
      if (isGone) return;
      const { schema } = projection(definition);
      const validator = createPort(module, schema);
      const validate: WholeFormValidator = (answers) => validator.rawValidation<ValidatorError>(schema, answers).errors ?? [];
      setFilled({ validator, validate, load });
    };
    // Before the paint, it would delay the form. A failed load, for example without a connection, leaves the fields' validators.
    const cancel = afterPaint(() => void fill().catch(() => undefined));
    return () => {
      isGone = true;
      cancel();
    };
  }, [definition, load]);
  return filled?.load === load && filled ? filled : unfilled;
}
