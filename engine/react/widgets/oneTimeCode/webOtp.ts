/** What TypeScript's DOM library does not know (WICG, WebOTP API). */
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * The code of the next SMS whose last line names this site, where the browser reads it (Chrome on Android) and the person
 * allows it. Others offer it above the keyboard, by `autocomplete="one-time-code"`. Undefined when nothing came of it.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  const credential: (Credential & { code?: string }) | null = await navigator.credentials.get(request).catch(() => null);
  return credential?.code;
}
