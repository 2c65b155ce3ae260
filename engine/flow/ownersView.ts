import type { Answers } from '../config/definitions.ts';
import { mask, type Masking } from '../form/mask.ts';
import type { FormModule } from '../form/types.ts';
import { withoutItem } from './instances.ts';
import type { FlowSnapshot } from './types.ts';

/** Replaces a guest's sensitive answer. Even a mask would reveal something about it. */
const hidden = '•••';

interface DescribedForm {
  module: FormModule;
  definition: { schema: { properties: Readonly<Record<string, Masking>> } };
}

/**
 * Returns the answers for their owner's device. Personal data is unchanged, secrets are masked. Answers that the release does not
 * define stay on the server, and so do sensitive answers of guests: they are not the owner's.
 *
 * @param guests forms that somebody else answers
 */
export function ownersView(
  form: (id: string) => DescribedForm | undefined,
  answers: Answers,
  guests: ReadonlySet<string> = new Set(),
): Pick<FlowSnapshot, 'answers' | 'masked'> {
  const shown: Answers = {};
  const masked: Record<string, Record<string, string>> = {};
  for (const [id, given] of Object.entries(answers)) {
    const { module, definition } = form(withoutItem(id)) ?? {};
    const known = Object.entries(given).filter(([field]) => module && Object.hasOwn(module.fields, field));
    const isSecret = (field: string) => {
      const sensitive = module?.fields[field]?.sensitive;
      return sensitive === 'secret' || (guests.has(id) && sensitive !== undefined);
    };
    shown[id] = Object.fromEntries(known.filter(([field]) => !isSecret(field)));
    const secrets = known.filter(([field]) => isSecret(field));
    if (secrets.length === 0) continue;
    masked[id] = Object.fromEntries(
      secrets.map(([field, value]) => [field, guests.has(id) ? hidden : mask(value, 'secret', definition?.schema.properties[field])]),
    );
  }
  return { answers: shown, masked };
}
