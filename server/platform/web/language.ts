import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../../engine/config/settings.ts';

/**
 * Returns the language for a response: the requested one, the device's choice (cookie), the browser's first offered language, or the
 * default.
 */
export function languageOf(request: FastifyRequest, { languages }: Settings, asked?: string): string {
  const offered = new Set(languages.offered.map(({ code }) => code));
  const candidates = [asked, request.cookies['language'], ...acceptedLanguages(request.headers['accept-language'])];
  return candidates.find((code) => code !== undefined && offered.has(code)) ?? languages.default;
}

/** Primary subtags in order of preference. Older browsers call Filipino `tl`. */
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
