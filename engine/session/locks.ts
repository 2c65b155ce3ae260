import { compareStructural, computed, type IComputedValue } from 'mobx';
import { openFields, openParts, type SentBackForm } from '../flow/openFields.ts';
import type { CorrectionRequest } from '../flow/types.ts';
import { isOpenPart, type Requested } from '../flow/sentBackParts.ts';
import type { Report } from '../form/context.ts';
import { isEmpty } from '../form/empty.ts';
import { fieldOf, pointer } from '../form/pointer.ts';
import type { Context, FormModule } from '../form/types.ts';
import type { FormBase } from './formBase.ts';

export interface LockSources {
  module: FormModule;
  base: () => FormBase;
  /** The context with the current input. */
  context: () => Context;
  report?: Report | undefined;
}

/** The fields and parts of a form that a send-back leaves open. */
export class Locks {
  readonly #sources: LockSources;
  readonly #open: IComputedValue<ReadonlySet<string>>;
  readonly #parts: IComputedValue<Requested>;

  constructor(sources: LockSources) {
    const { module, context } = sources;
    this.#sources = sources;
    this.#open = computed(() => openFields(module, context(), this.#sentBack()), { equals: compareStructural });
    this.#parts = computed(() => openParts(module, context(), this.#sentBack()), { equals: compareStructural });
  }

  /** Returns the request for exactly this field or part. */
  correction(path: string): CorrectionRequest | undefined {
    return this.#requests().find(({ field, part = '' }) => path === pointer(field) + part);
  }

  /** Whether the field or a part of it was sent back and is not answered again. */
  isRequested(field: string): boolean {
    return this.#requests().some((request) => request.field === field);
  }

  /** Whether only parts of the field were requested. */
  inParts(field: string): boolean {
    return this.#sources.base().requested?.get(field)?.includes('') === false;
  }

  isOpen(field: string): boolean {
    return !this.#sources.base().requested || this.#open.get().has(field);
  }

  isOpenPart(path: string): boolean {
    const field = fieldOf(path);
    return isOpenPart(this.#parts.get().get(field) ?? [], path.slice(pointer(field).length));
  }

  #requests(): readonly CorrectionRequest[] {
    return (this.#sources.base().corrections ?? []).filter(({ form }) => form === this.#sources.module.id);
  }

  #sentBack(): SentBackForm {
    const { base, report } = this.#sources;
    const { requested = new Map(), values = {}, masked = {} } = base();
    const held = new Set(Object.keys(masked).filter((field) => isEmpty(values[field])));
    return { requested, before: values, held, ...(report ? { report } : {}) };
  }
}
