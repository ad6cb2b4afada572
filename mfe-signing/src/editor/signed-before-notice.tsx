import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import type { SignedBefore } from './draft.ts'

/** Says that a document is already signed, and what can therefore be added. */
export function SignedBeforeNotice({ canShow, signatures }: SignedBefore) {
  const stays = plural(signatures, {
    one: 'Nothing in it is changed, so its digital signature stays valid.',
    other: 'Nothing in it is changed, so its {count} digital signatures stay valid.',
  })
  return (
    <Alert title={t('This document is already signed')}>
      {stays}{' '}
      {canShow
        ? t('Signatures can be added, but no other fields. Place them where they cover nothing.')
        : t(
            'It permits only signatures that are not shown on its pages, so there is nothing to place. PDF readers and the Verify page list them.',
          )}
    </Alert>
  )
}
