import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../../engine/config/settings.ts';

/**
 * The language of the words to send: the one asked for, the one chosen on this device (cookie), the browser's first that
 * is offered, the default.
 */
export function languageOf(request: FastifyRequest, { languages }: Settings, asked?: string): string {
  const offered = new Set(languages.offered.map(({ code }) => code));
  const candidates = [asked, request.cookies['language'], ...acceptedLanguages(request.headers['accept-language'])];
  return candidates.find((code) => code !== undefined && offered.has(code)) ?? languages.default;
}

/** Primary subtags in the order of preference; `tl` is how older browsers call Filipino. */
function acceptedLanguages(header = ''): string[] {
  return header
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/);
      const code = tag.split('-')[0]?.toLowerCase() ?? '';
      return { code: code === 'tl' ? 'fil' : code, quality: Number(quality ?? 1) };
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ code }) => code);
}
