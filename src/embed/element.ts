import { type FlowWords, mountFlow } from './mountFlow.ts';
import type { FrameMessage } from './protocol.ts';

/** Texts by language, the default language first. The server wraps this script in a function that receives them. */
declare const HAKBANG_WORDS: Readonly<Record<string, FlowWords>>;

/**
 * `<hakbang-flow src="https://claims.example" flow="claim" language="fil" label="Your claim">`. Dispatches `hakbang-ready`, `hakbang-step`
 * (detail: `step`), `hakbang-height` (detail: `heightPx`), `hakbang-complete` and `hakbang-blocked`, which bubble.
 */
class HakbangFlowElement extends HTMLElement {
  static readonly observedAttributes = ['src', 'flow', 'language', 'label'];
  #remove: (() => void) | undefined;

  connectedCallback(): void {
    this.style.display ||= 'block';
    this.#show();
  }

  disconnectedCallback(): void {
    this.#remove?.();
    this.#remove = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.#show();
  }

  #show(): void {
    this.disconnectedCallback();
    const [server, flow, language] = ['src', 'flow', 'language'].map((name) => this.getAttribute(name) ?? '');
    if (!server || !flow) return;
    const words = wordsFor(language || document.documentElement.lang);
    const title = this.getAttribute('label') || words.title;
    this.#remove = mountFlow(this, { server, flow, language, words: { ...words, title } }, (message) => this.#tell(message));
  }

  #tell({ type, ...detail }: FrameMessage): void {
    this.dispatchEvent(new CustomEvent(`hakbang-${type}`, { bubbles: true, detail }));
  }
}

function wordsFor(language: string): FlowWords {
  const words = HAKBANG_WORDS[language] ?? Object.values(HAKBANG_WORDS)[0];
  if (!words) throw new Error('The server did not add texts to this script.');
  return words;
}

if (!customElements.get('hakbang-flow')) customElements.define('hakbang-flow', HakbangFlowElement);
