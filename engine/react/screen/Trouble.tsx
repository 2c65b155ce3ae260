import { Button } from '../parts/Button.tsx';
import { useText } from '../text.tsx';
import { isRefusal } from './types.ts';

/**
 * Shows an error with its text from the error catalogue, if there is one, and a retry button. A "forbidden" error has no button, because a
 * retry would not help.
 */
export function Trouble({ error, isTitle, onRetry }: { error?: unknown; isTitle?: boolean; onRetry: () => void }) {
  const texts = useText();
  const refusal = isRefusal(error) ? error : undefined;
  const Text = isTitle ? 'h1' : 'span';
  return (
    <output className="notice notice-warning">
      <span className="notice-body">
        <Text>{texts.t([`errors.${refusal?.code}`, 'common.somethingWrong'], refusal?.params)}</Text>
        {refusal?.status !== 403 && (
          <Button tone="secondary" icon="refresh" onClick={onRetry}>
            {texts.t('common.retry')}
          </Button>
        )}
      </span>
    </output>
  );
}
