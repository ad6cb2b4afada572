import type { RequestCheck } from '@inkproof/pdf-signatures/evidence/verify-request'
import type { Answer } from '@inkproof/proof/wording'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Disclosure } from '@inkproof/ui/disclosure'
import { ErrorState } from '@inkproof/ui/error-state'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Progress } from '@inkproof/ui/progress'
import { Skeleton } from '@inkproof/ui/skeleton'
import type { ReactNode } from 'react'
import { formatReadingProgress } from '../fingerprint/reading-progress.ts'
import { SignaturesPanel } from '../pdf-signatures/signatures-panel.tsx'
import { answerOf } from './answer.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerDetails } from './answer-details.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { signaturesAnswer } from './signatures-answer.ts'
import { TrustRecord } from './trust-record.tsx'
import { verifyAgain } from './verification-runs.ts'
import { type FileEntry, fingerprintOf, type Row } from './verify-entries.ts'
import { cancelFile } from './verify-input.ts'
import type { AnsweredOutcome, CheckedResult, RowOutcome } from './verify-row.ts'

type Props = { row: Row; outcome: RowOutcome | undefined }

/** The result for one file, proof file or both: the answer first, everything else behind a disclosure. */
export function RowResult({ row, outcome }: Props) {
  const { file } = row
  if (file?.work.step === 'reading') return <Reading file={file} />
  if (file?.work.step === 'unreadable') {
    return (
      <Alert tone="danger" title={t('The file could not be fingerprinted')}>
        {file.work.reason}
      </Alert>
    )
  }
  switch (outcome?.step) {
    case 'checked':
    case 'not-found':
      return <Answered row={row} outcome={outcome} />
    case 'failed':
      return (
        <div className="space-y-4">
          <RowSignatures file={file} />
          <ErrorState title={t('This file could not be checked')} onRetry={verifyAgain}>
            {outcome.reason}
          </ErrorState>
        </div>
      )
    default:
      return (
        <div role="status">
          <span className="sr-only">{t('Checking')}</span>
          <Skeleton className="h-48 w-full rounded-2xl" />
        </div>
      )
  }
}

function Reading({ file }: { file: FileEntry }) {
  if (file.work.step !== 'reading') return null
  const { doneBytes, bytesPerSecond } = file.work
  const size = file.size ?? 0
  return (
    <Card>
      <Progress
        label={t('Fingerprinting')}
        value={size === 0 ? null : doneBytes / size}
        detail={formatReadingProgress(doneBytes, size, bytesPerSecond)}
        action={
          <Button size="sm" variant="ghost" onClick={() => cancelFile(file.id)}>
            {t('Cancel')}
          </Button>
        }
      />
    </Card>
  )
}

function Answered({ row, outcome }: { row: Row; outcome: AnsweredOutcome }) {
  const isChecked = outcome.step === 'checked'
  const isFirst = !isChecked || hasSigningRequest(row.file)
  const answer = answerFor(row, outcome)
  return (
    <div className="space-y-4">
      {isFirst && isSection(row, answer) ? (
        <RowSignatures
          file={row.file}
          section={
            <CertificateSection
              answer={answer}
              isTest={isTestOf(outcome) && !hasTestRequest(row.file)}
              actions={<AnswerActions row={row} outcome={outcome} />}
            >
              <Details row={row} outcome={outcome} />
            </CertificateSection>
          }
        />
      ) : (
        <TwoAnswers row={row} outcome={outcome} answer={answer} isFirst={isFirst} />
      )}
      {isChecked && outcome.isFoundByOwnerOnly && (
        <Alert title={t('You certified this file')}>
          {t(
            'Others can’t look it up with the file alone. They need the proof file or the certificate’s link.',
          )}
        </Alert>
      )}
    </div>
  )
}

/** A file has one headline, unless the answer about its certificate needs attention, too. */
function isSection(row: Row, { tone }: Answer): boolean {
  return signaturesAnswer(row) !== null && (tone === 'positive' || tone === 'neutral')
}

type TwoAnswersProps = {
  row: Row
  outcome: AnsweredOutcome
  answer: Answer
  /** Whether the signatures come first: without a certificate, or if the record shows who signed, readers of a signed PDF want to know that. */
  isFirst: boolean
}

function TwoAnswers({ answer, isFirst, outcome, row }: TwoAnswersProps) {
  const signatures = <RowSignatures file={row.file} />
  const certified = outcome.step === 'checked' ? certifiedFingerprint(outcome) : null
  return (
    <>
      {isFirst && signatures}
      <AnswerPanel
        answer={answer}
        fingerprint={fingerprintOf(row.file) ?? certified}
        isTest={isTestOf(outcome)}
        actions={<AnswerActions row={row} outcome={outcome} />}
      >
        <Details row={row} outcome={outcome} />
      </AnswerPanel>
      {!isFirst && row.file?.signatures?.step !== 'unsigned' && signatures}
    </>
  )
}

function Details({ outcome, row }: { row: Row; outcome: AnsweredOutcome }) {
  const fingerprint = fingerprintOf(row.file)
  if (outcome.step === 'checked') {
    return (
      <AnswerDetails
        outcome={outcome}
        fingerprint={fingerprint}
        fileName={row.file?.name ?? row.proof?.name ?? ''}
        links={shareLinks(row, outcome)}
      />
    )
  }
  return (
    fingerprint !== null && (
      <Disclosure summary={<span className="font-medium text-sm">{t('File details')}</span>}>
        <p className="mb-1.5 text-ink-faint text-sm">{t('Fingerprint of this file')}</p>
        <Fingerprint value={fingerprint} size="sm" />
      </Disclosure>
    )
  )
}

function isTestOf(outcome: AnsweredOutcome): boolean {
  return outcome.step === 'checked' && outcome.verification.isTestInstallation
}

/** To the reader of a signed PDF, "no certificate" must not look like a fault of the signatures. */
function answerFor(row: Row, outcome: AnsweredOutcome): Answer {
  const answer = answerOf(outcome)
  const signatures = signaturesAnswer(row)
  const isIntact = signatures !== null && signatures.tone !== 'negative'
  if (outcome.step !== 'not-found' || !isIntact) return answer
  return {
    ...answer,
    context: requestOf(row.file)?.signingRecord
      ? t('That is normal for a signing record.')
      : t(
          'That is normal for a PDF that was signed elsewhere. If you received a proof file, add it.',
        ),
  }
}

type RowSignaturesProps = { file: FileEntry | null; section?: ReactNode }

function RowSignatures({ file, section }: RowSignaturesProps) {
  const request = requestOf(file)
  const foreign = request?.verdict === 'foreign-record' ? request.record : null
  const actions = foreign && <TrustRecord facts={foreign} />
  return <SignaturesPanel check={file?.signatures} actions={actions} section={section} />
}

function requestOf(file: FileEntry | null): RequestCheck | undefined {
  return file?.signatures?.step === 'checked' ? file.signatures.request : undefined
}

function hasSigningRequest(file: FileEntry | null): boolean {
  return requestOf(file) !== undefined
}

function hasTestRequest(file: FileEntry | null): boolean {
  return requestOf(file)?.record?.isTestInstallation === true
}

function certifiedFingerprint({ verification }: CheckedResult): string | null {
  return verification.facts?.fingerprint ?? null
}

function shareLinks({ proof }: Row, { certificates }: CheckedResult): string[] {
  return proof?.shareLink ? [proof.shareLink] : certificates.map(({ shareLink }) => shareLink)
}

/** Describes the size and the proof file of a row: `12 KB · with lease.pdf.tlog-proof`. */
export function describeRow({ file, proof }: Row): string {
  const size = file?.size == null ? '' : formatBytes(file.size)
  return [size, describeProof({ file, proof })].filter(Boolean).join(' · ')
}

function describeProof({ file, proof }: Pick<Row, 'file' | 'proof'>): string {
  if (file === null) return proof?.shareLink ? t('from its share link') : t('proof file only')
  if (proof === null) return t('without a proof file')
  return t('with {name}', { name: proof.name })
}
