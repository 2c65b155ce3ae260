import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { readPhone, type PhoneNumber } from '../customer/phone.ts';
import { countryServed, loginPolicy } from '../loginPolicy/policy.ts';

/** The form that asks for the number, if the release has it. Its `phone` field validates here as in the browser (V16). */
const phoneForm = { form: 'phone', field: 'phone' } as const;

/** Returns a number of the served country that also passes the release's own rule, or refuses with `invalidAnswers`. */
export async function phoneOf(deps: Deps, text: string): Promise<PhoneNumber> {
  const phone = readPhone(text, countryServed(deps));
  if (!phone) return fail('invalidAnswers', { problems: [{ code: 'pattern', path: '/phone' }] });
  const release = deps.releases.active();
  if (!(phoneForm.form in release.manifest.forms)) return phone;
  const { module } = await release.form(phoneForm.form);
  const validate = module.fields[phoneForm.field]?.validate;
  if (!validate || validate(phone.national)) return phone;
  return fail('invalidAnswers', { problems: [{ code: validate.errors?.[0]?.keyword ?? 'pattern', path: '/phone' }] });
}

/** Refuses a code of the wrong length without counting a guess: it is a typing mistake. */
export function assertCodeLength(deps: Deps, code: string): void {
  const { codeLength } = loginPolicy(deps);
  if (code.length === codeLength) return;
  const problem = { code: code.length < codeLength ? 'minLength' : 'maxLength', path: '/code', params: { limit: codeLength } };
  fail('invalidAnswers', { problems: [problem] });
}
