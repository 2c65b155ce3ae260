import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PropertySchema } from '../../../config/form.ts';
import type { StepView } from '../../../flow/types.ts';
import { itemNumber } from '../../../flow/instances.ts';
import { isEmpty } from '../../../form/empty.ts';
import { type FileDetails, type FileKind, fileKindOf, useEngine } from '../../engine-context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { FlowHandle, LoadedForm } from '../../screen/types.ts';
import { useText } from '../../text.tsx';
import { SecretAnswer } from './SecretAnswer.tsx';
import { drawn, shownValue } from '../../../form/shownValue.ts';

interface SectionProps {
  flow: FlowHandle;
  step: StepView;
  form: LoadedForm;
  /** Nothing can be changed. */
  closed: boolean;
  /** The text above the answers when they are shown as a card for comparison. */
  compare?: string | undefined;
}

/** Shows the answers of one step in the order of asking, with a link to change them. */
export const ReviewSection = observer(function ReviewSection({ flow, step, form, closed, compare }: SectionProps) {
  const texts = useText();
  const { navigate } = useEngine();
  const { schema, ui } = form.definition;
  const key = step.form ?? schema.id;
  const number = itemNumber(key);
  const title = texts.t(`forms.${schema.id}.title`) + (number === undefined ? '' : ` (${number})`);
  const guest = flow.session.guest(step.id);
  return (
    <section className="review-section">
      <div className="review-head">
        <h2>{title}</h2>
        {closed ? null : step.open ? (
          <a
            className="review-edit"
            href={step.route}
            onClick={(event) => {
              event.preventDefault();
              navigate(step.route);
            }}
          >
            <Icon name="edit" />
            {texts.t('common.blocks.review.edit')}
            <span className="visually-hidden"> {title}</span>
          </a>
        ) : (
          <span className="review-locked">
            <Icon name="lock" />
            <span className="visually-hidden">{texts.t('common.blocks.review.locked')}</span>
          </span>
        )}
      </div>
      {compare !== undefined && <p className="review-compare">{compare}</p>}
      {guest !== undefined && step.status === 'done' && <p>{texts.t('common.blocks.review.guest', { name: guest.name })}</p>}
      {step.status === 'skipped' && <p className="review-skipped">{texts.t('common.blocks.review.skipped')}</p>}
      <dl className="review-answers" data-compare={compare !== undefined || undefined}>
        {ui.order.map((field) => {
          const property = schema.properties[field];
          const isWithheld = guest !== undefined && form.module.fields[field]?.sensitive !== undefined;
          return (
            property &&
            !isWithheld && (
              <Answer
                key={field}
                flow={flow}
                form={form}
                answersKey={key}
                field={field}
                schema={property}
                grouped={compare !== undefined}
              />
            )
          );
        })}
      </dl>
    </section>
  );
});

interface AnswerProps {
  flow: FlowHandle;
  form: LoadedForm;
  /** Key of the form's answers. */
  answersKey: string;
  field: string;
  schema: PropertySchema;
  /** Shows long numbers in groups of four digits, as on a card. */
  grouped: boolean;
}

const Answer = observer(function Answer({ flow, form, answersKey, field, schema, grouped }: AnswerProps) {
  const texts = useText();
  const { widgets } = useEngine();
  const { id } = form.definition.schema;
  const key = `forms.${id}.${field}`;
  const answers = flow.session.answers[answersKey] ?? {};
  const value = answers[field];
  const masked = flow.session.snapshot.masked[answersKey]?.[field];
  const ui = form.definition.ui.fields[field] ?? {};
  const widget = ui['ui:widget'] ?? '';
  if (widget === 'hidden' || (isEmpty(value) && masked === undefined)) return null;
  const fileKind = (name?: string) => fileKindOf(widgets, name);
  const kind = fileKind(widget);
  const label = texts.t(`${key}.label`);
  const isSecret = form.module.fields[field]?.sensitive === 'secret';
  const lines = isEmpty(value) ? [masked ?? ''] : shownValue({ texts, keyPrefix: key, schema, ui, answers, fileKind }, value);
  return (
    <div className="review-row">
      <dt>{label}</dt>
      <dd>
        {kind ? (
          <StoredFile kind={kind} fileId={isEmpty(value) ? undefined : String(value)} label={label} />
        ) : isSecret ? (
          <SecretAnswer
            flow={flow.session.flow.id}
            form={answersKey}
            field={field}
            label={label}
            masked={masked ?? '••••'}
            typed={isEmpty(value) ? undefined : value}
            draw={(text) => drawn(text, ui, answers)}
          />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- two items may read the same, and none is ever moved
          lines.map((each, index) => <p key={index}>{grouped ? inGroups(each) : each}</p>)
        )}
      </dd>
    </div>
  );
});

/** Groups six or more digits by four and returns anything else unchanged. */
const inGroups = (text: string): string => (/^\d{6,}$/.test(text) ? text.replace(/\d{4}(?=\d)/g, '$& ') : text);

interface StoredFileProps {
  kind: FileKind;
  fileId: string | undefined;
  label: string;
}

/** Shows a picture or a link with the file's name. Without a URL, shows a text. */
function StoredFile({ kind, fileId, label }: StoredFileProps) {
  const { fileDetails } = useEngine();
  const texts = useText();
  const [details, setDetails] = useState<FileDetails>();
  useEffect(() => {
    if (fileId === undefined || !fileDetails) return undefined;
    let wanted = true;
    fileDetails(fileId).then(
      (found) => wanted && setDetails(found),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [fileId, fileDetails]);
  const word = texts.t(`common.blocks.review.${kind}`);
  if (details?.contentType.startsWith('image/')) {
    return <img className="review-photo" src={details.url} alt={label} onError={() => setDetails(undefined)} />;
  }
  return (
    <span className="review-file">
      <Icon name={details ? 'document' : 'check'} />
      {details ? (
        <a href={details.url} download={details.name}>
          {details.name ?? word}
        </a>
      ) : (
        word
      )}
    </span>
  );
}
