import type { FastifyRequest } from 'fastify';

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const browserNames: Partial<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const;

/** Browser and system of a request. Deliberately coarse: it distinguishes sessions but identifies nobody. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const agent = headers['user-agent'] ?? '';
  const browser = browsers.find((each) => agent.includes(each));
  if (browser === undefined) return headers.authorization === undefined && agent.includes('Mozilla') ? null : 'hakbang';
  return [browserNames[browser] ?? browser, systems.find((each) => agent.includes(each))].filter(Boolean).join(', ');
}
