// A Chromium without DevTools domains for console, exceptions or network. If a client enables them, as Playwright always does, V8 rereads a
// file for the location of each Error created while loading. React's code creates five: a fifth of a first form's time.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArguments, ensureChromium } from '../tools/browser.mjs';
import { browserStartsMs, viewport } from './browser.ts';
import { sleep } from './statistics.ts';

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export interface Watched {
  address: string;
  /** Runs before the page's own scripts and eventually sets `window[name]` to a number. */
  script: string;
  name: string;
  slowdown: number;
}

const lookEveryMs = 250;
const patienceMs = 60_000;

export class BareBrowser {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #sent = 0;

  private constructor(child: ChildProcess, folder: string, socket: WebSocket) {
    this.#child = child;
    this.#folder = folder;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async launch(): Promise<BareBrowser> {
    const path = await ensureChromium({ isWhole: true });
    const folder = mkdtempSync(join(tmpdir(), 'hakbang-bench-'));
    const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'];
    const child = spawn(path, [...chromiumArguments, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(await addressOf(child));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('Chromium does not answer.')), { once: true });
    });
    return new BareBrowser(child, folder, socket);
  }

  /** Loads a page with an empty cache and waits for its number. */
  async read({ address, script, name, slowdown }: Watched): Promise<number> {
    const { browserContextId } = await this.#send('Target.createBrowserContext', {});
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    const command = (method: string, params = {}) => this.#send(method, params, String(sessionId));
    await command('Page.enable');
    await command('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
    await command('Page.addScriptToEvaluateOnNewDocument', { source: script });
    // A page on another site would get a new, unthrottled process. A missing page on the same site shares the process.
    await command('Page.navigate', { url: new URL('/none', address).href });
    await sleep(browserStartsMs);
    await command('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await command('Page.navigate', { url: address });
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      await sleep(lookEveryMs);
      const { result } = await command('Runtime.evaluate', { expression: `window.${name}` });
      const { value } = result as { value?: unknown };
      if (typeof value !== 'number') continue;
      await this.#send('Target.disposeBrowserContext', { browserContextId });
      return value;
    }
    throw new Error(`${address} shows nothing.`);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#socket.close();
    this.#child.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** A crashed page never answers, so each command has a timeout. */
  #send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#sent;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method}: Chromium does not answer.`));
      }, patienceMs);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(deadline);
        this.#waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result ?? {});
      });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
  }
}

/** Chromium prints its DevTools address to stderr. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [address] = /ws:\/\/\S+/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    stderr?.once('close', () => reject(new Error(`Chromium did not start:\n${said.slice(-2000)}`)));
  });
}
