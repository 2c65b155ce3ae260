/** The WebOTP API (WICG), which TypeScript's DOM library lacks. */
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * Returns the code of the next SMS whose last line names this site, if the browser supports it (Chrome on Android) and the person
 * allows it. Otherwise returns undefined. Other browsers suggest the code with `autocomplete="one-time-code"`.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  const credential: (Credential & { code?: string }) | null = await navigator.credentials.get(request).catch(() => null);
  return credential?.code;
}
