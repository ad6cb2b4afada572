import type { PdfSignature } from '@inkproof/pdf-signatures/report'
import {
  type FormattedSignatures,
  formatSignatures,
  type Tone,
} from '@inkproof/pdf-signatures/wording'
import { formatSignature } from '@inkproof/pdf-signatures/wording-signature'
import { signatureValues } from '@inkproof/pdf-signatures/wording-values'
import { pageTexts, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { type CheckItem, CheckList } from '@inkproof/ui/check-list'
import { Skeleton } from '@inkproof/ui/skeleton'
import { cx } from 'class-variance-authority'
import { BadgeCheck, FileX2, type LucideIcon, PenLine, ShieldQuestion } from 'lucide-react'
import type { SignatureCheck, SignatureFailure } from './check-signatures.ts'

/** The digital signatures inside a PDF file; nothing if it is no PDF. */
export function SignaturesPanel({ check }: { check: SignatureCheck | undefined }) {
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
      const answer = formatSignatures(check.report, pageTexts)
      return answer && <Checked answer={answer} signatures={check.report.signatures} />
    }
    default:
      return null
  }
}

type CheckedProps = { answer: FormattedSignatures; signatures: readonly PdfSignature[] }

function Checked({ answer, signatures }: CheckedProps) {
  const { code, tone, headline, context } = answer
  const { icon: Icon, panel, stamp } = LOOKS[tone]
  return (
    <section
      aria-label={t('Signatures in this PDF')}
      data-signatures={code}
      data-tone={tone}
      className={cx('overflow-hidden rounded-2xl border', panel)}
    >
      <div className="flex gap-4 px-5 py-5 sm:gap-7 sm:px-8 sm:py-6">
        <span className={cx('grid w-8 shrink-0 justify-items-center pt-1 sm:w-20', stamp)}>
          <Icon className="size-7 sm:size-8" strokeWidth={1.5} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1" role="status">
          <p className="text-ink-faint text-sm">{t('Signatures in this PDF')}</p>
          <h2 className="mt-1 text-balance font-medium text-ink text-xl tracking-tight">
            {headline}
          </h2>
          <p className="mt-1 max-w-lg text-ink-muted">{context}</p>
        </div>
      </div>
      {signatures.length > 0 && (
        <CheckList
          checks={signatures.map(toItem)}
          openFailed={false}
          className="border-b-0 bg-surface px-5 sm:px-8"
        />
      )}
    </section>
  )
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
