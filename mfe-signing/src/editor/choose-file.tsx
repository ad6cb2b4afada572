import { t } from '@inkproof/texts/text'
import { DropZone } from '@inkproof/ui/drop-zone'
import { useState } from 'react'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { checkFile } from './check-file.ts'
import { startDraft } from './draft.store.ts'
import { checkSignedFile, type SignedFile } from './signed-file.ts'

/** Where the user chooses the PDF to sign. */
export function ChooseFile() {
  const [error, setError] = useState<string | null>(null)
  const choose = async ([file]: File[]) => {
    if (file === undefined) return
    const { problem, signedBefore } = await check(file).catch(
      (): SignedFile => ({
        problem: t('“{name}” could not be read. Choose it again.', { name: file.name }),
      }),
    )
    setError(problem)
    if (problem === null) await startDraft(file, signedBefore)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only loads ahead what the button inside needs.
    <div
      onPointerEnter={prepareToOpenPdf}
      onDragEnter={prepareToOpenPdf}
      onFocusCapture={prepareToOpenPdf}
    >
      <DropZone
        onFiles={(files) => void choose(files)}
        multiple={false}
        accept=".pdf,application/pdf"
        title={t('Drop a PDF to sign')}
        touchTitle={t('Choose a PDF to sign')}
        hint={t('Up to 50 MB. It stays on this device until you continue.')}
        error={error}
      />
    </div>
  )
}

async function check(file: File): Promise<SignedFile> {
  const problem = await checkFile(file)
  return problem === null ? checkSignedFile(file) : { problem }
}
