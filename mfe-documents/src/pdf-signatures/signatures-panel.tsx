import type { RequestCheck } from '@inkproof/pdf-signatures/evidence/verify-request'
import { type FormattedAnswer, formatSignedPdf } from '@inkproof/pdf-signatures/evidence/wording'
import {
  type FormattedLine,
  formatPeople,
  formatRequestChecks,
} from '@inkproof/pdf-signatures/evidence/wording-people'
import { formatReplacements } from '@inkproof/pdf-signatures/evidence/wording-replacements'
import type { PdfSignature } from '@inkproof/pdf-signatures/report'
import { isDecidedByRequest } from '@inkproof/pdf-signatures/verdict'
import type { Tone } from '@inkproof/pdf-signatures/wording'
import { formatSignature } from '@inkproof/pdf-signatures/wording-signature'
import { signatureValues } from '@inkproof/pdf-signatures/wording-values'
import { pageTexts, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { type CheckItem, CheckList } from '@inkproof/ui/check-list'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Skeleton } from '@inkproof/ui/skeleton'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { cx } from 'class-variance-authority'
import { BadgeCheck, FileX2, type LucideIcon, PenLine, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignatureCheck, SignatureFailure } from './signature-check.ts'

type Props = {
  check: SignatureCheck | undefined
  /** What the reader can do about the answer. */
  actions?: ReactNode
  /** A section below the answer, which is then the headline of the file. Not shown without an answer. */
  section?: ReactNode
}

/** The digital signatures inside a PDF file, and who signed according to the record; nothing if it is no PDF. */
export function SignaturesPanel({ actions, check, section }: Props) {
  switch (check?.step) {
    case 'checking':
      return (
        <div role="status">
          <span className="sr-only">{t('Checking the signatures in this PDF')}</span>
          <Skeleton className="h-32 w-full rounded-xl" />
        </div>
      )
    case 'unsigned':
      return (
        <p className="px-1 text-ink-muted text-sm">
          {t('This PDF contains no digital signatures. A picture of a signature is not one.')}
        </p>
      )
    case 'failed':
      return (
        <Alert tone="warning" title={t('The signatures could not be checked')}>
          {failureText(check.reason)}
        </Alert>
      )
    case 'checked': {
      const { report, request } = check
      const answer = formatSignedPdf(report, request, pageTexts, 'local')
      const isDecided = isDecidedByRequest(report, request)
      return (
        answer && (
          <Checked
            label={labelFor(request)}
            answer={answer}
            actions={actions}
            section={section}
            isTest={isDecided && isTest(request)}
          >
            {isDecided ? (
              <RequestLines check={request} signatures={report.signatures} />
            ) : (
              <Signatures signatures={report.signatures} />
            )}
          </Checked>
        )
      )
    }
    default:
      return null
  }
}

function labelFor(request: RequestCheck | undefined): string {
  return request?.signingRecord ? t('Evidence in this PDF') : t('Signatures in this PDF')
}

function isTest({ record }: RequestCheck): boolean {
  return record?.isTestInstallation === true
}

type CheckedProps = {
  label: string
  answer: FormattedAnswer
  isTest: boolean
  actions: ReactNode
  section: ReactNode
  children: ReactNode
}

function Checked(props: CheckedProps) {
  const { actions, answer, children, isTest: isTestRecord, label, section } = props
  const { code, tone, headline, context, note } = answer
  const { icon: Icon, panel, stamp } = LOOKS[tone]
  return (
    <section
      aria-label={label}
      data-signatures={code}
      data-tone={tone}
      className={cx('overflow-hidden rounded-2xl border', panel)}
    >
      <div className="flex gap-4 px-5 py-5 sm:gap-7 sm:px-8 sm:py-6">
        <span className={cx('grid w-8 shrink-0 justify-items-center pt-1 sm:w-20', stamp)}>
          <Icon className="size-7 sm:size-8" strokeWidth={1.5} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <div role="status">
            <p className="text-ink-faint text-sm">{label}</p>
            <h2
              className={cx(
                'mt-1 text-balance font-medium text-ink [overflow-wrap:anywhere]',
                section ? 'text-2xl tracking-tighter md:text-3xl' : 'text-xl tracking-tight',
              )}
            >
              {headline}
            </h2>
            <p className="mt-1 max-w-lg text-ink-muted [overflow-wrap:anywhere]">{context}</p>
            {note !== null && <p className="mt-2 max-w-lg text-warning">{note}</p>}
          </div>
          {isTestRecord && <TestInstallationBadge className="mt-4 whitespace-normal" />}
          {actions && <div className="mt-5 flex flex-wrap gap-2 empty:hidden">{actions}</div>}
        </div>
      </div>
      {children}
      {section}
    </section>
  )
}

const LIST = 'border-b-0 bg-surface px-5 sm:px-8'

function Signatures({ signatures }: { signatures: readonly PdfSignature[] }) {
  if (signatures.length === 0) return null
  return <CheckList checks={signatures.map(toItem)} openFailed={false} className={LIST} />
}

type RequestProps = { check: RequestCheck; signatures: readonly PdfSignature[] }

/** Who signed, and who replaced whom; how that was verified is behind "Signature details". */
function RequestLines({ check, signatures }: RequestProps) {
  const people = [
    ...formatPeople(check, pageTexts, 'local'),
    ...formatReplacements(check, pageTexts, 'local'),
  ]
  return (
    <>
      {people.length > 0 && (
        <CheckList checks={people.map(lineToItem)} openFailed={false} className={LIST} />
      )}
      <div className="border-line border-t bg-surface px-5 py-2 sm:px-8">
        <Disclosure summary={<span className="font-medium text-sm">{t('Signature details')}</span>}>
          <div className="space-y-6 pt-2 pb-4">
            <section aria-label={t('Checks of the signing request')}>
              <CheckList
                checks={formatRequestChecks(check, pageTexts, 'local').map(lineToItem)}
                openFailed={false}
              />
            </section>
            {signatures.length > 0 && (
              <section aria-label={t('Digital signatures')} className="space-y-2">
                <h3 className="font-medium text-sm">{t('Digital signatures')}</h3>
                <CheckList checks={signatures.map(toItem)} openFailed={false} />
              </section>
            )}
          </div>
        </Disclosure>
      </div>
    </>
  )
}

function lineToItem({ sentence, ...line }: FormattedLine): CheckItem {
  return { ...line, reason: sentence }
}

const LOOKS: Record<Tone, { icon: LucideIcon; panel: string; stamp: string }> = {
  positive: {
    icon: BadgeCheck,
    panel: 'border-success-line bg-success-wash',
    stamp: 'text-success',
  },
  negative: { icon: FileX2, panel: 'border-danger-line bg-danger-wash', stamp: 'text-danger' },
  warning: {
    icon: ShieldQuestion,
    panel: 'border-warning-line bg-warning-wash',
    stamp: 'text-warning',
  },
  neutral: { icon: PenLine, panel: 'border-line bg-surface', stamp: 'text-ink-muted' },
}

function toItem(signature: PdfSignature, index: number): CheckItem {
  const { title, outcome, sentence } = formatSignature(signature, pageTexts, 'local')
  const values = signatureValues(signature, pageTexts, 'local')
  return { id: `${index}-${signature.field}`, title, outcome, reason: sentence, values }
}

function failureText(reason: SignatureFailure): string {
  switch (reason) {
    case 'too-long':
      return t(
        'The check took longer than 10 seconds and was stopped. Try again on a faster device, or ask the sender for a new copy.',
      )
    case 'too-large':
      return t(
        'Signatures are checked in files of up to 200 MB. The command line checks larger ones.',
      )
    case 'not-loaded':
      return t('A part of this page did not load. Check your connection, then add the file again.')
    case 'interrupted':
      return t('The page was reloaded during the check. Add the file again.')
    case 'not-readable':
      return t('The file could not be read. Check that it opens on this device, then add it again.')
  }
}
