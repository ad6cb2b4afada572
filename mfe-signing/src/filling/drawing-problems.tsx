import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import type { Failure } from '../signing/failure.ts'
import { nameOfField } from '../signing/field-names.ts'

type Props = {
  failure: Failure | null
  retry: () => void
  /** A field that the person cannot change and whose text cannot be drawn. */
  blocked: Field | undefined
}

/** Why the document cannot be signed as it is drawn. */
export function DrawingProblems({ blocked, failure, retry }: Props) {
  return (
    <>
      <DrawingFailure failure={failure} retry={retry} />
      {blocked && <UndrawableField {...blocked} />}
    </>
  )
}

/** Why the fields cannot be shown as they will be in the document, so that it cannot be signed. */
function DrawingFailure({ failure, retry }: { failure: Failure | null; retry: () => void }) {
  if (failure === null) return null
  return (
    <Alert
      tone="danger"
      title={t('The fields could not be drawn')}
      actions={
        <Button size="sm" onClick={retry}>
          {t('Try again')}
        </Button>
      }
    >
      {failure.message}
    </Alert>
  )
}

/** A field that the person cannot change, but whose text cannot be drawn, so that the document cannot be signed. */
function UndrawableField(field: Field) {
  return (
    <Alert tone="danger" title={t('This document cannot be signed')}>
      {t(
        'The text of “{field}” on page {page} does not fit in its field, or has characters that cannot be written into the PDF. Ask the sender to send the document again with another text.',
        { field: nameOfField(field), page: field.page },
      )}
    </Alert>
  )
}
