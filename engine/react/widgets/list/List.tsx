import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, FieldProps, RJSFSchema } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { FormAnswers } from '../../../config/definitions.ts';
import { pointer } from '../../../form/pointer.ts';
import type { CorrectionRequest } from '../../../flow/types.ts';
import { Correction } from '../../form/BoundField.tsx';
import { focusField } from '../../form/focus.ts';
import { type FormScope, fieldHandle } from '../../form/handle.ts';
import type { RjsfField } from '../../form/rjsf.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { canPickContact } from '../contactList/contactPicker.ts';
import { PickContact } from '../contactList/PickContact.tsx';

/** A placeholder for an item in rjsf's form data. The session has the item's answers. */
type ItemKey = Readonly<{ key: number }>;

interface ListContext {
  field: FieldHandle;
  /** Why an item was sent back. */
  correctionAt: (index: number) => CorrectionRequest | undefined;
  /** Announces the change, and focuses an element when the list has changed. */
  done: (event: ListEvent) => void;
}

interface ListEvent {
  word: 'added' | 'removed' | 'moved';
  /** The position to announce. */
  index: number;
  focus: () => void;
}

const Context = createContext<ListContext | undefined>(undefined);

let lastKey = 0;
const newKey = (): ItemKey => ({ key: ++lastKey });

/** A list of items that can be added, removed and moved. rjsf's `ArrayField` owns their order, and the session their answers. */
export const List = observer(function List(props: RjsfField) {
  const { registry, fieldPathId, schema } = props;
  const { formContext: scope } = registry;
  const path = pointer(...fieldPathId.path);
  const field = useMemo(() => fieldHandle(scope, fieldPathId.path), [scope, fieldPathId]);
  const [event, setEvent] = useState<ListEvent>();
  const [arranged, setArranged] = useState<readonly ItemKey[]>([]);
  const length = Math.max(scope.session.length(path), schema.minItems ?? 0);
  const keys = useMemo(() => fitted(arranged, length), [arranged, length]);
  const own = useMemo(
    () => ({ ...registry, templates: { ...registry.templates, ArrayFieldTemplate, ArrayFieldItemTemplate } }),
    [registry],
  );
  const context = useMemo(
    () => field && { field, correctionAt: (index: number) => scope.session.correction(`${path}/${index}`), done: setEvent },
    [field, scope, path],
  );
  const arrange = useCallback(
    (next: readonly ItemKey[] | undefined = []) => {
      const order = next.map((each) => keys.indexOf(each));
      setArranged(order.map((before) => keys[before] ?? newKey()));
      scope.session.arrange(path, order);
    },
    [scope, path, keys],
  );
  useEffect(() => event?.focus(), [event]);
  if (!context) return null;
  return (
    <Context value={context}>
      {canPick(context.field) && <p className="field-hint">{context.field.word('contactList.pickWhy')}</p>}
      <ArrayField
        {...(props as unknown as FieldProps<ItemKey[]>)}
        registry={own as unknown as FieldProps<ItemKey[]>['registry']}
        formData={keys}
        onChange={arrange}
      />
      <output className="visually-hidden">
        {event && context.field.word(`list.${event.word}`, { item: itemName(context.field, event.index), num: event.index + 1 })}
      </output>
    </Context>
  );
});

/** Returns as many keys as the list has items. */
const fitted = (keys: readonly ItemKey[], length: number): ItemKey[] => Array.from({ length }, (_, index) => keys[index] ?? newKey());

const hasContacts = (field: FieldHandle): boolean => field.ui['ui:widget'] === 'contactList';

const canPick = (field: FieldHandle): boolean => hasContacts(field) && !field.locked && canPickContact();

function itemName(field: FieldHandle, index: number): string {
  const values = { num: index + 1 };
  return field.text('item', values) ?? field.word(hasContacts(field) ? 'contactList.person' : 'list.item', values);
}

const ArrayFieldTemplate = observer(function ArrayFieldTemplate({
  items,
  canAdd,
  onAddClick,
}: ArrayFieldTemplateProps<FormAnswers, RJSFSchema, FormScope>) {
  const context = useContext(Context);
  if (!context) return null;
  const { field, done } = context;
  const add = () => {
    onAddClick();
    done({ word: 'added', index: items.length, focus: () => focusField(`${field.id}-${items.length}`) });
  };
  return (
    <div className="parts">
      {items}
      {canAdd && !field.locked && (
        <Button tone="secondary" id={`${field.id}-add`} onClick={add}>
          {field.text('add') ?? field.word('list.add')}
        </Button>
      )}
    </div>
  );
});

const ArrayFieldItemTemplate = observer(function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  index,
  totalItems,
  parentUiSchema,
  schema,
}: ArrayFieldItemTemplateProps<FormAnswers, RJSFSchema, FormScope>) {
  const context = useContext(Context);
  if (!context) return null;
  const { field, correctionAt, done } = context;
  const { hasMoveUp, hasMoveDown, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const id = `${field.id}-${index}`;
  const caption = itemName(field, index);
  const canReorder = parentUiSchema?.['ui:options']?.['orderable'] === true;
  const move = (to: number, run: () => void, name: string) => {
    run();
    done({ word: 'moved', index: to, focus: () => document.getElementById(`${field.id}-${to}-${name}`)?.focus() });
  };
  const remove = () => {
    onRemoveItem();
    const next = Math.min(index, totalItems - 2);
    done({ word: 'removed', index, focus: () => document.getElementById(next < 0 ? `${field.id}-add` : `${field.id}-${next}`)?.focus() });
  };
  const buttons = !field.locked && (
    <span className="item-buttons">
      {canPick(field) && <PickContact field={field} index={index} />}
      {canReorder && totalItems > 1 && (
        <>
          <Button
            tone="quiet"
            icon="up"
            id={`${id}-up`}
            off={!hasMoveUp}
            aria-label={field.word('list.up', { item: caption })}
            onClick={() => move(index - 1, onMoveUpItem, 'up')}
          />
          <Button
            tone="quiet"
            icon="down"
            id={`${id}-down`}
            off={!hasMoveDown}
            aria-label={field.word('list.down', { item: caption })}
            onClick={() => move(index + 1, onMoveDownItem, 'down')}
          />
        </>
      )}
      {totalItems > (field.schema.minItems ?? 0) && (
        <Button
          tone="quiet"
          icon="close"
          className="item-remove"
          aria-label={field.word('list.remove', { item: caption })}
          onClick={remove}
        />
      )}
    </span>
  );
  if (schema.type !== 'object') {
    return (
      <div className="item-text">
        {children}
        {buttons}
      </div>
    );
  }
  return (
    <ItemCard id={id} caption={caption} correction={correctionAt(index)} buttons={buttons}>
      {children}
    </ItemCard>
  );
});

interface ItemCardProps {
  id: string;
  caption: string;
  correction: CorrectionRequest | undefined;
  buttons: ReactNode;
  children: ReactNode;
}

function ItemCard({ id, caption, correction, buttons, children }: ItemCardProps) {
  return (
    <fieldset
      className="item"
      id={id}
      tabIndex={-1}
      data-sent-back={correction !== undefined || undefined}
      aria-describedby={correction && `${id}-reason`}
    >
      <legend className="visually-hidden">{caption}</legend>
      {correction && <Correction id={id} labels={[caption]} correction={correction} />}
      <div className="item-head">
        <strong aria-hidden="true">{caption}</strong>
        {buttons}
      </div>
      {children}
    </fieldset>
  );
}
