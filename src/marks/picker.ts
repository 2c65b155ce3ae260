import { type Mark, markOf, type Places } from './places.ts';
import type { FromPreview } from './protocol.ts';

const ink = '#1d4ed8';

/** Lets the person choose an element by pointer, or with Tab and Enter, instead of using the page. Escape ends it. */
export class Picker {
  readonly #places: Places;
  readonly #tell: (message: FromPreview) => void;
  readonly #cover = document.createElement('div');
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
    // Styles of the product do not reach what stands in a shadow root.
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
    this.#show(undefined);
    if (!on) return;
    document.documentElement.append(this.#cover);
    window.addEventListener('keydown', this.#press, true);
  }

  readonly #press = (event: KeyboardEvent) => {
    if (!['Tab', 'Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Tab') this.#move(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter') this.#pick();
    else this.#end();
  };

  #end(): void {
    this.turn(false);
    this.#tell({ hakbang: 'done' });
  }

  #move(by: 1 | -1): void {
    const all = this.#marked();
    const at = this.#current ? all.indexOf(this.#current) : by > 0 ? -1 : 0;
    const next = all.at((at + by) % all.length);
    next?.scrollIntoView({ block: 'nearest' });
    this.#show(next);
  }

  #pick(): void {
    const mark = this.#current && markOf(this.#current, this.#places);
    if (mark) this.#tell({ hakbang: 'picked', file: mark.file, pointer: mark.pointer });
  }

  #under(x: number, y: number): Element | undefined {
    const found = document.elementsFromPoint(x, y).find((element) => element !== this.#cover);
    return found && this.#whole(found);
  }

  /** The outermost element that the same place defines. */
  #whole(element: Element): Element | undefined {
    const mark = markOf(element, this.#places);
    if (!mark) return undefined;
    let whole = element;
    while (whole.parentElement && isSame(markOf(whole.parentElement, this.#places), mark)) whole = whole.parentElement;
    return whole;
  }

  /** All that can be chosen, in the order of the page. */
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
