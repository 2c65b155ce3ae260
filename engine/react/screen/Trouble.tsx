import { Button } from '../parts/Button.tsx';
import { useText } from '../text.tsx';
import { isRefusal } from './types.ts';

/** Shows an error with the text of the error catalogue, if there is one, and a retry button. */
export function Trouble({ error, isTitle, onRetry }: { error?: unknown; isTitle?: boolean; onRetry: () => void }) {
  const texts = useText();
  const Text = isTitle ? 'h1' : 'span';
  return (
    <output className="notice notice-warning">
      <span className="notice-body">
        <Text>
          {isRefusal(error) ? texts.t([`errors.${error.code}`, 'common.somethingWrong'], error.params) : texts.t('common.somethingWrong')}
        </Text>
        <Button tone="secondary" icon="refresh" onClick={onRetry}>
          {texts.t('common.retry')}
        </Button>
      </span>
    </output>
  );
}
