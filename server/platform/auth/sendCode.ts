import type { Deps } from '../deps.ts';
import { defaultLanguage } from '../customer/customers.ts';
import type { PhoneNumber } from '../customer/phone.ts';
import { serverText } from '../texts.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

interface Addressee {
  phone: PhoneNumber;
  language: string | undefined;
  /** The purpose of the code. The message states it, so that nobody gives the code away as a login code. */
  purpose?: 'fresh' | 'guest';
}

const texts = { login: 'sms.loginCode', fresh: 'sms.freshCode', guest: 'sms.guestCode' } as const;

/** Sends the code in the customer's language, with the line that lets browsers fill it in (WebOTP, per the WICG draft). */
export async function sendCode(deps: Deps, to: Addressee, code: string): Promise<void> {
  const minutes = Math.floor(loginPolicy(deps).codeLifetimeSeconds / 60);
  const key = texts[to.purpose ?? 'login'];
  const text = serverText(deps, to.language ?? defaultLanguage(deps), key, { code, minutes });
  const { publicUrl } = deps.settings;
  const autofill = publicUrl ? `\n\n@${new URL(publicUrl).hostname} #${code}` : '';
  await deps.ports.sms.send({ to: to.phone.e164, text: text + autofill });
}
