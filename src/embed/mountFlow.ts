import { type FrameMessage, messageIn } from './protocol.ts';

/** Texts around the frame. */
export interface FlowWords {
  /** Names the frame for screen readers. */
  title: string;
  loading: string;
  /** Shown with `open` if the browser does not let the frame keep a session, or if the server does not answer. */
  blocked: string;
  /** Label of the button that opens the flow in a window. */
  open: string;
}

export interface FlowOptions {
  /** Origin of the server that runs the flow, e.g. https://claims.example. */
  server: string;
  /** Id of the flow. */
  flow: string;
  /** Code of an offered language; by default the browser's. */
  language?: string | undefined;
  words: FlowWords;
}

/** A server that has not answered after this time may be unreachable. If it answers later, the frame replaces the button. */
const patienceMs = 10_000;
const firstHeightPx = 420;

type State = 'loading' | 'ready' | 'blocked';

/**
 * Shows a flow in a frame inside `container`, or offers to open it in a window if the browser does not let it run there. The container's
 * `data-state` is `loading`, `ready` or `blocked`.
 *
 * @param onMessage called for each message from the flow, wherever it runs, and with `blocked` if the server does not answer
 * @returns a function that unmounts it
 */
export function mountFlow(container: HTMLElement, options: FlowOptions, onMessage: (message: FrameMessage) => void): () => void {
  const { origin } = new URL(options.server);
  const address = addressOf(origin, options);
  const frame = frameOf(address, options.words.title);
  const loading = textOf('p', options.words.loading);
  loading.setAttribute('role', 'status');
  const fallback = document.createElement('div');
  const button = textOf('button', options.words.open);
  button.setAttribute('type', 'button');
  fallback.append(textOf('p', options.words.blocked), button);
  const stop = new AbortController();
  let opened: Window | null = null;

  const show = (state: State) => {
    container.dataset['state'] = state;
    display(loading, state === 'loading');
    display(fallback, state === 'blocked');
    display(frame, state !== 'blocked');
  };
  const block = () => {
    show('blocked');
    onMessage({ type: 'blocked' });
  };
  const patience = setTimeout(block, patienceMs);

  const hear = ({ origin: from, source, data }: MessageEvent) => {
    const isOurs = source !== null && (source === frame.contentWindow || source === opened);
    const message = isOurs && from === origin ? messageIn(data) : undefined;
    if (!message) return;
    onMessage(message);
    if (source === opened) return;
    clearTimeout(patience);
    if (message.type === 'height') frame.style.height = `${message.heightPx}px`;
    else if (message.type === 'step') scrollToTop(container);
    else if (message.type !== 'complete') show(message.type);
  };
  window.addEventListener('message', hear, { signal: stop.signal });
  // Do not use `noopener`, because the window reports to this page.
  button.addEventListener('click', () => void (opened = window.open(address, '_blank')), { signal: stop.signal });
  show('loading');
  container.append(loading, fallback, frame);
  return () => {
    stop.abort();
    clearTimeout(patience);
    for (const element of [loading, fallback, frame]) element.remove();
    delete container.dataset['state'];
  };
}

function addressOf(origin: string, { flow, language }: FlowOptions): string {
  const address = new URL(`/embed/${encodeURIComponent(flow)}`, origin);
  address.searchParams.set('host', window.location.origin);
  if (language) address.searchParams.set('language', language);
  return address.href;
}

/** Sets styles by script, because the page's CSP may forbid style attributes. */
function frameOf(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: address, title, allow: 'camera' });
  Object.assign(frame.style, { width: '100%', height: `${firstHeightPx}px`, border: '0' });
  return frame;
}

function textOf(tag: 'p' | 'button', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Does not use `hidden`, because the page's styles may override it. */
function display(element: HTMLElement, isShown: boolean): void {
  element.style.display = isShown ? 'block' : 'none';
}

/** The next step begins at the top, which may be scrolled out of view. */
function scrollToTop(container: HTMLElement): void {
  if (container.getBoundingClientRect().top < 0) container.scrollIntoView();
}
