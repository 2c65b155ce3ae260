import { observer } from 'mobx-react-lite';
import { fileProblems } from '../../config/fileTypes.ts';
import { photoProblems } from '../../form/photoQuality.ts';
import { useEngine } from '../engine-context.tsx';
import type { FieldHandle } from '../form/types.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { UploadState } from './fileUpload.ts';

interface UploadStatusProps {
  /** The widget whose texts are shown. */
  widget: 'photo' | 'file';
  field: FieldHandle;
  state: UploadState;
  onRetry: () => void;
}

/** With these codes, sending the same file again cannot succeed. */
const final: ReadonlySet<string> = new Set(['cameraRefused', 'photoProblem', ...photoProblems, ...fileProblems]);

/** Shows the upload's progress and announces its end. */
export const UploadStatus = observer(function UploadStatus({ widget, field, state, onRetry }: UploadStatusProps) {
  const { texts } = useEngine();
  if (state.stage === 'sending') {
    return (
      <div className="photo-status">
        <output>{field.word(`${widget}.sending`)}</output>
        <progress className="photo-progress" max={1} value={state.fraction} aria-label={field.word(`${widget}.sending`)} />
      </div>
    );
  }
  if (state.stage === 'waiting') {
    return (
      <output className="photo-status" data-tone="waiting">
        <Icon name="clock" />
        <span>{field.word(`${widget}.${field.queued ? 'goesAlong' : 'waiting'}`)}</span>
        <Button tone="quiet" icon="refresh" onClick={onRetry}>
          {field.word(`${widget}.retry`)}
        </Button>
      </output>
    );
  }
  if (state.stage === 'failed') {
    return (
      <div className="photo-status" data-tone="danger" role="alert">
        <Icon name="alert" />
        <span>{texts.t([`common.widgets.${widget}.${state.code}`, `errors.${state.code}`, `common.widgets.${widget}.failed`])}</span>
        {!final.has(state.code) && (
          <Button tone="quiet" icon="refresh" onClick={onRetry}>
            {field.word(`${widget}.retry`)}
          </Button>
        )}
      </div>
    );
  }
  return (
    <output className="photo-status" data-tone="success">
      {state.stage === 'done' && (
        <>
          <Icon name="check" />
          {field.word(`${widget}.done`)}
        </>
      )}
    </output>
  );
});
