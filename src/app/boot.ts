import type { Errors, Navigation } from '../../engine/config/screen.ts';
import type { Settings } from '../../engine/config/settings.ts';
import type { ScreenTicket } from '../api/contract.ts';
import type { EmbeddedPage } from './embed/embed.ts';

/** Initial data that the server writes into the HTML (server/contract/schemas.ts, Boot). */
export interface Boot {
  release: string;
  /** Hash of the response schemas of the API. */
  contract: string;
  mode: 'demo' | 'development' | 'test' | 'production';
  settings: Settings & { analytics?: { token?: string } };
  navigation: Navigation;
  navigationExpressions: string;
  errors: Errors['errors'];
  commonTexts: Record<string, string>;
  ticket?: ScreenTicket;
  /** JSON parts of the first screen, by URL. */
  parts?: Record<string, unknown>;
  today: string;
  /** Offset of the product's time zone from UTC. */
  utcOffsetMinutes: number;
  /** Path below which this application's pages are; absent in the main one. */
  base?: string;
  /** Set if another site shows the page. */
  embed?: EmbeddedPage;
  /** The page came from the service worker's cache, so it has no ticket, and its date may be stale. */
  shell?: boolean;
}

/** Reads `<script type="application/json" id="boot">`. */
export function readBoot(): Boot {
  const element = document.getElementById('boot');
  if (!element?.textContent) throw new Error('No boot data.');
  return JSON.parse(element.textContent) as Boot;
}
