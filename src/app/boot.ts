import type { Errors, Navigation } from '../../engine/config/screen.ts';
import type { Settings } from '../../engine/config/settings.ts';
import type { ScreenTicket } from '../api/contract.ts';

/** What the page begins with; the server writes it into the HTML (server/contract/schemas.ts, Boot). */
export interface Boot {
  release: string;
  /** Hash of the shapes of the API's answers. */
  contract: string;
  mode: 'demo' | 'development' | 'test' | 'production';
  settings: Settings & { analytics?: { token?: string } };
  navigation: Navigation;
  navigationExpressions: string;
  errors: Errors['errors'];
  commonTexts: Record<string, string>;
  ticket?: ScreenTicket;
  /** JSON parts of the first screen, by address. */
  parts?: Record<string, unknown>;
  today: string;
  /** By how much clocks of the product's time zone are ahead of UTC. */
  utcOffsetMinutes: number;
  /** The page came from this device: it has no ticket, and its day may be long over. */
  shell?: boolean;
}

/** Reads `<script type="application/json" id="boot">`. */
export function readBoot(): Boot {
  const element = document.getElementById('boot');
  if (!element?.textContent) throw new Error('The page came without its boot data: it must be served by our server.');
  return JSON.parse(element.textContent) as Boot;
}
