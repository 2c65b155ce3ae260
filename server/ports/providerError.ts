/**
 * A provider that could not be asked (`unavailable`: trying again may help) or that refused what we asked (`refused`: our key,
 * our address or our body is wrong). Its message names the provider and the status, never what was sent.
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: 'unavailable' | 'refused';
  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
