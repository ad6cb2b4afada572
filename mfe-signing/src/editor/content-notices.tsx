import type { Content, Removable } from '@inkproof/pdf-signing/read-content'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { useEffect, useState } from 'react'
import { readContent } from '../combining/read-content.ts'
import type { Draft } from './draft.ts'
import { missingFontNames } from './missing-fonts.ts'

/** Warns about what is not part of the signed document, and about text that can look different on other devices. */
export function ContentNotices({ draft, file }: { draft: Draft; file: File }) {
  const content = useContent(file)
  const removable = draft.signedBefore ? [] : (content?.removable ?? [])
  return (
    <>
      <RemovedNotice kinds={new Set([...removable, ...(draft.leftOut ?? [])])} />
      {removable.includes('annotations') && <CommentsNotice />}
      <FontsNotice names={missingFontNames(content?.missingFonts ?? [])} />
    </>
  )
}

/** Null until the file has been read, or if that is not possible here. */
function useContent(file: File): Content | null {
  const [read, setRead] = useState<{ file: File; content: Content | null } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    readContent(file, controller.signal).then(
      (content) => setRead({ file, content }),
      () => {},
    )
    return () => controller.abort()
  }, [file])
  return read?.file === file ? read.content : null
}

function RemovedNotice({ kinds }: { kinds: ReadonlySet<Removable> }) {
  const parts = [
    ...(kinds.has('attachments') ? [t('attached files')] : []),
    ...(kinds.has('scripts') ? [t('scripts')] : []),
    ...(kinds.has('xfa') ? [t('an interactive form (XFA)')] : []),
  ]
  if (parts.length === 0) return null
  return (
    <Alert className="mb-4" title={t('Not everything in this file is signed')}>
      {t('Left out: {parts}.', { parts: LIST.format(parts) })}
    </Alert>
  )
}

function CommentsNotice() {
  return (
    <Alert className="mb-4" title={t('This file has comments')}>
      {t(
        'They become part of its pages. To leave them out, remove them from the file and choose it again.',
      )}
    </Alert>
  )
}

/** More names would fill the screen of a phone. */
const MAX_NAMES = 3

function FontsNotice({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const shown = names.slice(0, MAX_NAMES)
  const rest = names.length - shown.length
  const listed = LIST.format([...shown, ...(rest > 0 ? [t('{count} more', { count: rest })] : [])])
  return (
    <Alert className="mb-4" title={t('The text can look different on other devices')}>
      {t(
        'This file does not contain the fonts it uses: {names}. To avoid that, create the PDF again with embedded fonts.',
        { names: listed },
      )}
    </Alert>
  )
}

const LIST = new Intl.ListFormat(undefined, { type: 'conjunction' })
