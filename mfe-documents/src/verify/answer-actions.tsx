import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { toast } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Download, FilePlus2, RefreshCw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { openAdvanced } from './advanced.store.ts'
import { certificateOf } from './answer.ts'
import { renewProof } from './renew-proof.ts'
import { TrustRecord } from './trust-record.tsx'
import { verifyAgain } from './verification-runs.ts'
import type { Row } from './verify-entries.ts'
import { verifyFiles } from './verify-input.ts'
import { useVerifyOptions } from './verify-options.store.ts'
import { type AnsweredOutcome, type CheckedResult, isPending } from './verify-row.ts'

type Props = { row: Row; outcome: AnsweredOutcome }

/** The one action that resolves or follows the answer, and saving the proof file. */
export function AnswerActions({ row, outcome }: Props) {
  if (outcome.step === 'not-found') {
    const signatures = row.file?.signatures
    const isPrimary = signatures?.step !== 'checked'
    // Signing records are not certified, so there is no proof file to look for.
    if (!isPrimary && signatures.request?.signingRecord) return null
    return (
      <AddFiles
        label={t('Add the proof file')}
        accept={PROOF_FILE_EXTENSION}
        isPrimary={isPrimary}
      />
    )
  }
  return (
    <>
      <NextAction outcome={outcome} />
      <SaveProof row={row} outcome={outcome} />
    </>
  )
}

function NextAction({ outcome }: { outcome: CheckedResult }): ReactNode {
  const { verification } = outcome
  const { code } = verification.verdict
  const reasonOf = (id: string) => verification.steps.find((step) => step.id === id)?.reason
  if (code === 'certificate-found') return <AddFiles label={t('Add the file')} />
  if (code === 'foreign-record') return <ResolveTrust outcome={outcome} />
  if (code === 'replaced') return <NewerCertificate outcome={outcome} />
  if (isPending(outcome)) return null
  if (code === 'incomplete' && NEEDS_NODE.has(reasonOf('block') ?? '')) {
    return (
      <Button variant="primary" onClick={openAdvanced}>
        {t('Choose a blockchain node')}
      </Button>
    )
  }
  return CAN_CHANGE.has(code) || outcome.isOutOfDate ? <CheckAgain /> : null
}

/** Reasons why another node can confirm the block, but this one never will. */
const NEEDS_NODE = new Set(['OFFLINE', 'NODE_ON_OTHER_CHAIN'])

const CAN_CHANGE = new Set([
  'standing-outdated',
  'not-anchored',
  'not-final',
  'too-few-witnesses',
  'incomplete',
])

function ResolveTrust({ outcome }: { outcome: CheckedResult }) {
  const { facts, steps } = outcome.verification
  const reason = steps.find(({ id }) => id === 'trust')?.reason
  const isUnknown = reason === 'NO_POLICY' || reason === 'LOG_NOT_TRUSTED'
  if (facts !== null && isUnknown) return <TrustRecord facts={facts} />
  return (
    <Button variant="primary" onClick={openAdvanced}>
      {t('Add the record’s policy file')}
    </Button>
  )
}

function NewerCertificate({ outcome }: { outcome: CheckedResult }) {
  const newer = certificateOf(outcome)?.revocation?.newShareLink
  if (!newer) return null
  return (
    <Button asChild variant="primary">
      <Link to={`/share/${newer}`}>{t('Open the newer certificate')}</Link>
    </Button>
  )
}

function CheckAgain() {
  return (
    <Button variant="primary" onClick={verifyAgain}>
      <RefreshCw aria-hidden="true" /> {t('Check again')}
    </Button>
  )
}

type AddFilesProps = { label: string; accept?: string; isPrimary?: boolean }

/** A button that opens the file picker. */
function AddFiles({ label, accept, isPrimary = true }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...(isPrimary && { variant: 'primary' })} onClick={() => input.current?.click()}>
        <FilePlus2 aria-hidden="true" /> {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Otherwise choosing the same file again would not be noticed.
          event.currentTarget.value = ''
          void verifyFiles(files, fingerprintFile)
        }}
      />
    </>
  )
}

const WORTH_SAVING = new Set(['verified', 'standing-outdated', 'existed', 'revoked', 'replaced'])

/** Saves the proof file with the record's newest state, which the reader's own may lack. */
function SaveProof({ row, outcome }: { row: Row; outcome: CheckedResult }) {
  const [isBusy, setBusy] = useState(false)
  const isNew = outcome.isCompleted || row.proof === null
  if (!isNew && !WORTH_SAVING.has(outcome.verification.verdict.code)) return null

  async function save() {
    setBusy(true)
    const text = await renewProof(outcome.proofText, useVerifyOptions.getState())
    setBusy(false)
    if (text === row.proof?.text) toast({ title: t('Your proof file is up to date.') })
    else saveFile(text, proofName(row))
  }

  return (
    <Button busy={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />{' '}
      {row.proof === null ? t('Save the proof file') : t('Save an updated proof file')}
    </Button>
  )
}

function proofName({ file, proof }: Row): string {
  return proof?.name ?? `${file?.name ?? 'certificate'}${PROOF_FILE_EXTENSION}`
}
