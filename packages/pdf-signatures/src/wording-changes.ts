/** Formats what was changed after a signature. */
import { sanitizeQuotation } from '@inkproof/proof/display-text'
import type { Texts } from '@inkproof/texts/make-texts'
import type { Change } from './report.ts'

/** One change as a phrase, such as `Page 3 was changed`. */
export function formatChange({ kind, subject, isPermitted }: Change, texts: Texts): string {
  const { t } = texts
  const name = subject === null ? null : sanitizeQuotation(subject)
  // One that is not permitted is not valid, or in a place where none may be.
  if (kind === 'signature-added' && !isPermitted && name !== null)
    return t('Signature “{name}”, which is not valid here, was added', { name })
  return name === null ? formatUnnamed(kind, texts) : formatNamed(kind, name, t)
}

function formatNamed(kind: Change['kind'], name: string, t: Texts['t']): string {
  const phrases: Record<Change['kind'], string> = {
    'signature-added': t('Signature “{name}” was added', { name }),
    'visible-signature-added': t('Visible signature “{name}” was added', { name }),
    'time-stamp-added': t('Time-stamp “{name}” was added', { name }),
    'validation-data-added': t('Data for later checks was added'),
    'field-filled': t('Field “{name}” was filled in', { name }),
    'annotation-added': t('A comment or mark was added on page {name}', { name }),
    'annotation-changed': t('A comment or mark was changed on page {name}', { name }),
    'page-changed': t('Page {name} was changed', { name }),
    'page-added': t('Page {name} was added', { name }),
    'page-removed': t('Page {name} was removed', { name }),
    'attachment-changed': t('Attachment “{name}” was changed', { name }),
    'appearance-changed': t('What page {name} shows was changed', { name }),
    'form-changed': t('Field “{name}” was changed', { name }),
    'metadata-changed': t('The document properties were changed'),
    'document-changed': t('The document was changed: {name}', { name }),
    'unreadable-data': t('The end of the file is damaged, or data was added to it'),
  }
  return phrases[kind]
}

function formatUnnamed(kind: Change['kind'], { t }: Texts): string {
  const phrases: Record<Change['kind'], string> = {
    'signature-added': t('A signature was added'),
    'visible-signature-added': t('A visible signature was added'),
    'time-stamp-added': t('A time-stamp was added'),
    'validation-data-added': t('Data for later checks was added'),
    'field-filled': t('A field was filled in'),
    'annotation-added': t('A comment or mark was added'),
    'annotation-changed': t('A comment or mark was changed'),
    'page-changed': t('A page was changed'),
    'page-added': t('A page was added'),
    'page-removed': t('A page was removed'),
    'attachment-changed': t('An attachment was changed'),
    'appearance-changed': t('What a page shows was changed'),
    'form-changed': t('The form was changed'),
    'metadata-changed': t('The document properties were changed'),
    'document-changed': t('The document was changed'),
    'unreadable-data': t('The end of the file is damaged, or data was added to it'),
  }
  return phrases[kind]
}
