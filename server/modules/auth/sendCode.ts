import type { Deps } from '../../deps.ts';
import { defaultLanguage } from '../customer/customers.ts';
import type { PhoneNumber } from '../customer/phone.ts';
import { serverText } from '../../texts.ts';
import { loginPolicy } from './policy.ts';

/** Sends the code in the borrower's language, with the line by which browsers offer to fill it in (WebOTP, per the WICG draft). */
export async function sendCode(deps: Deps, to: { phone: PhoneNumber; language: string | undefined }, code: string): Promise<void> {
  const minutes = Math.floor(loginPolicy(deps).codeLifetimeSeconds / 60);
  const text = serverText(deps, to.language ?? defaultLanguage(deps), 'sms.loginCode', { code, minutes });
  const { publicUrl } = deps.settings;
  const autofill = publicUrl ? `\n\n@${new URL(publicUrl).hostname} #${code}` : '';
  await deps.ports.sms.send({ to: to.phone.e164, text: text + autofill });
}
