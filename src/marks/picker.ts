import { type Mark, markOf, type Places } from './places.ts';
import type { FromPreview } from './protocol.ts';

const ink = '#1d4ed8';

/**
 * Lets the person pick an element by pointer, or with Tab and Enter, instead of using the page. Escape ends it. Tab after the last element
 * leaves the frame.
 */
export class Picker {
  readonly #places: Places;
  readonly #tell: (message: FromPreview) => void;
  readonly #cover = document.createElement('div');
  /** The first focusable element of the page. The cover is the last one. */
  readonly #start = document.createElement('span');
  readonly #frame = document.createElement('div');
  readonly #name = document.createElement('output');
  #current: Element | undefined;

  constructor(places: Places, tell: (message: FromPreview) => void) {
    this.#places = places;
    this.#tell = tell;
    Object.assign(this.#cover.style, { position: 'fixed', inset: '0', zIndex: '2147483647', cursor: 'crosshair' });
    Object.assign(this.#frame.style, {
      position: 'fixed',
      outline: `2px solid ${ink}`,
      background: 'rgb(29 78 216 / 10%)',
      pointerEvents: 'none',
    });
    Object.assign(this.#name.style, {
      position: 'fixed',
      padding: '2px 6px',
      background: ink,
      color: '#fff',
      font: '13px/1.4 system-ui, sans-serif',
      pointerEvents: 'none',
    });
    for (const end of [this.#start, this.#cover]) {
      end.tabIndex = 0;
      end.style.outline = 'none';
    }
    this.#start.style.position = 'fixed';
    // The product's styles do not reach into a shadow root.
    this.#cover.attachShadow({ mode: 'open' }).append(this.#frame, this.#name);
    this.#cover.addEventListener('pointermove', ({ clientX, clientY }) => this.#show(this.#under(clientX, clientY)));
    this.#cover.addEventListener('click', ({ clientX, clientY }) => {
      this.#show(this.#under(clientX, clientY));
      this.#pick();
    });
  }

  turn(on: boolean): void {
    window.removeEventListener('keydown', this.#press, true);
    this.#cover.remove();
    this.#start.remove();
    this.#show(undefined);
    if (!on) return;
    document.documentElement.prepend(this.#start);
    document.documentElement.append(this.#cover);
    window.addEventListener('keydown', this.#press, true);
  }

  readonly #press = (event: KeyboardEvent) => {
    if (!['Tab', 'Enter', 'Escape'].includes(event.key)) return;
    event.stopImmediatePropagation();
    if (event.key === 'Tab') {
      if (this.#move(event.shiftKey ? -1 : 1)) event.preventDefault();
      // Focus the end of the page, from where the browser moves the focus out of the frame.
      else (event.shiftKey ? this.#start : this.#cover).focus({ preventScroll: true });
      return;
    }
    event.preventDefault();
    if (event.key === 'Enter') this.#pick();
    else this.#end();
  };

  #end(): void {
    this.turn(false);
    this.#tell({ hakbang: 'done' });
  }

  /** @returns false if there is none in this direction */
  #move(by: 1 | -1): boolean {
    const all = this.#marked();
    const at = this.#current ? all.indexOf(this.#current) : by > 0 ? -1 : all.length;
    const next = all[at + by];
    next?.scrollIntoView({ block: 'nearest' });
    this.#show(next);
    return next !== undefined;
  }

  #pick(): void {
    const mark = this.#current && markOf(this.#current, this.#places);
    if (mark) this.#tell({ hakbang: 'picked', file: mark.file, pointer: mark.pointer });
  }

  #under(x: number, y: number): Element | undefined {
    const found = document.elementsFromPoint(x, y).find((element) => element !== this.#cover);
    return found && this.#whole(found);
  }

  /** The outermost element with the same mark. */
  #whole(element: Element): Element | undefined {
    const mark = markOf(element, this.#places);
    if (!mark) return undefined;
    let whole = element;
    while (whole.parentElement && isSame(markOf(whole.parentElement, this.#places), mark)) whole = whole.parentElement;
    return whole;
  }

  /** All elements that can be picked, in document order. */
  #marked(): Element[] {
    return [...document.body.querySelectorAll('*')].filter(
      (element) => this.#whole(element) === element && element.getClientRects().length > 0,
    );
  }

  #show(element: Element | undefined): void {
    this.#current = element;
    const mark = element && markOf(element, this.#places);
    const isShown = mark !== undefined;
    for (const part of [this.#frame, this.#name]) part.style.display = isShown ? 'block' : 'none';
    if (!element || !mark) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    Object.assign(this.#frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    Object.assign(this.#name.style, { left: `${Math.max(0, left)}px`, top: `${Math.max(0, top - 24)}px` });
    this.#name.textContent = mark.name;
  }
}

const isSame = (one: Mark | undefined, other: Mark): boolean => one?.file === other.file && one.pointer === other.pointer;
