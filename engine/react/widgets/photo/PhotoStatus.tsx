import { observer } from 'mobx-react-lite';
import { photoProblems } from '../../../form/photoQuality.ts';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { UploadState } from './photoUpload.ts';

interface PhotoStatusProps {
  field: FieldHandle;
  state: UploadState;
  onRetry: () => void;
}

/** With these codes, sending the same photo again cannot succeed. */
const final: ReadonlySet<string> = new Set(['cameraRefused', 'photoProblem', ...photoProblems]);

/** Shows the upload's progress and announces its end. */
export const PhotoStatus = observer(function PhotoStatus({ field, state, onRetry }: PhotoStatusProps) {
  const { texts } = useEngine();
  if (state.stage === 'sending') {
    return (
      <div className="photo-status">
        <output>{field.word('photo.sending')}</output>
        <progress className="photo-progress" max={1} value={state.fraction} aria-label={field.word('photo.sending')} />
      </div>
    );
  }
  if (state.stage === 'waiting') {
    return (
      <output className="photo-status" data-tone="waiting">
        <Icon name="clock" />
        <span>{field.word(field.queued ? 'photo.goesAlong' : 'photo.waiting')}</span>
        <Button tone="quiet" icon="refresh" onClick={onRetry}>
          {field.word('photo.retry')}
        </Button>
      </output>
    );
  }
  if (state.stage === 'failed') {
    return (
      <div className="photo-status" data-tone="danger" role="alert">
        <Icon name="alert" />
        <span>{texts.t([`common.widgets.photo.${state.code}`, `errors.${state.code}`, 'common.widgets.photo.failed'])}</span>
        {!final.has(state.code) && (
          <Button tone="quiet" icon="refresh" onClick={onRetry}>
            {field.word('photo.retry')}
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
          {field.word('photo.done')}
        </>
      )}
    </output>
  );
});
