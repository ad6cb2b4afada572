import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { discardDraft } from './draft.store.ts'
import type { OpenState } from './use-pdf.ts'

type Failure = Extract<OpenState, { status: 'failed' }>['reason']

/** Says why a document cannot be opened, and what to do. */
export function OpenFailure({ reason }: { reason: Failure }) {
  const { title, sentence } = FAILURES[reason]
  return (
    <Alert
      tone="danger"
      title={title}
      actions={<Button onClick={() => void discardDraft()}>{t('Choose another file')}</Button>}
    >
      {sentence}
    </Alert>
  )
}

const FAILURES: Readonly<Record<Failure, { title: string; sentence: string }>> = {
  encrypted: {
    title: t('This PDF is protected by a password'),
    sentence: t('Save a copy without a password, then choose the copy.'),
  },
  unreadable: {
    title: t('This PDF cannot be read'),
    sentence: t(
      'The file is damaged. Export or print the document to a new PDF, then choose that file.',
    ),
  },
  'no-pages': {
    title: t('This PDF has no pages'),
    sentence: t('Choose another file.'),
  },
  timeout: {
    title: t('This PDF took too long to open'),
    sentence: t('It may be damaged. Print the document to a new PDF, then choose that file.'),
  },
  offline: {
    title: t('The PDF viewer could not be loaded'),
    sentence: t(
      'Check your connection, then reload the page. Your document is kept on this device.',
    ),
  },
}
