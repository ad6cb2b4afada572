import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import type { Draft } from './draft.ts'

/** Says that a document was made of office files, which can look different afterwards. */
export function ConvertedNotice({ convertedFrom, isOnlyMe }: Draft) {
  if (convertedFrom === undefined) return null
  return (
    <Alert className="mb-4" title={t('Converted from {name}', { name: convertedFrom.join(', ') })}>
      {isOnlyMe
        ? t('Check that it looks right before you sign it.')
        : t('Check that it looks right before you send it.')}
    </Alert>
  )
}
