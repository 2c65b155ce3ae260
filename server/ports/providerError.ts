/**
 * A provider is unreachable (`unavailable`: a retry may help) or refused the request (`refused`: the key, URL or body is wrong). The
 * message names the provider and the status, and never quotes the request.
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: 'unavailable' | 'refused';
  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
