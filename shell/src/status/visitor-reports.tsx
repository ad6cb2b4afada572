import type { PartCounts } from '@inkproof/protocol/browser-reports'
import { formatCount } from '@inkproof/texts/format'
import { plural, t } from '@inkproof/texts/text'
import { Eyebrow } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { goodPercent, type ReportsOfPart } from './reports.ts'

/** Shows what browsers reported about one part; `loading` and `failed` are states of the request for all parts. */
export function VisitorReports({ reports }: { reports: ReportsOfPart | 'loading' | 'failed' }) {
  return (
    <div className="mt-5 space-y-4 border-line border-t pt-5">
      <Eyebrow>{t('Visits in the last 24 hours')}</Eyebrow>
      {reports === 'loading' ? (
        <Loading />
      ) : reports === 'failed' ? (
        <Note>{t('The numbers are unavailable right now.')}</Note>
      ) : (
        <Counts reports={reports} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <>
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </>
  )
}

function Note({ children }: { children: string }) {
  return <p className="text-ink-muted text-sm">{children}</p>
}

function Counts({ reports: { live, others } }: { reports: ReportsOfPart }) {
  return (
    <>
      {live ? <LiveCounts counts={live} /> : <Note>{t('No visits reported yet')}</Note>}
      {others.length > 0 && (
        <div className="space-y-1.5">
          <p className="font-medium text-ink text-sm">{t('Other versions')}</p>
          <ul className="space-y-1.5">
            {others.map((counts) => (
              <OtherVersion key={counts.version} counts={counts} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function LiveCounts({ counts }: { counts: PartCounts }) {
  const { visits, failures, errors, violations } = counts
  return (
    <>
      <p className="font-medium text-3xl text-ink tabular-nums leading-none tracking-tighter">
        {formatCount(visits)}
      </p>
      <dl className="space-y-1.5">
        <Row label={t('Visits with a failure')} count={failures} isSevere />
        <Row label={t('Errors')} count={errors} />
        <Row label={t('Blocked by the security policy')} count={violations} />
      </dl>
      <PageSpeed vitals={counts.vitals} />
    </>
  )
}

type RowProps = { label: string; count: number; isSevere?: boolean }

function Row({ label, count, isSevere = false }: RowProps) {
  const color = isSevere ? 'font-medium text-danger' : 'font-medium text-ink'
  return (
    <div className="flex justify-between gap-4 text-sm">
      <dt className="text-ink-muted">{label}</dt>
      <dd className={`tabular-nums ${count > 0 ? color : 'text-ink-faint'}`}>
        {formatCount(count)}
      </dd>
    </div>
  )
}

/** The share of visits in which the page was fast, by measurement. */
function PageSpeed({ vitals: { lcp, inp, cls } }: Pick<PartCounts, 'vitals'>) {
  const shares = [
    { label: t('Appeared quickly'), percent: goodPercent(lcp) },
    { label: t('Reacted quickly'), percent: goodPercent(inp) },
    { label: t('Layout stayed in place'), percent: goodPercent(cls) },
  ].filter(({ percent }) => percent !== null)
  if (shares.length === 0) return null
  return (
    <div className="space-y-1.5">
      <p className="font-medium text-ink text-sm">{t('Visits with a fast page')}</p>
      <Shares shares={shares} />
    </div>
  )
}

type Share = { label: string; percent: number | null }

function Shares({ shares }: { shares: Share[] }) {
  return (
    <dl className="space-y-2.5">
      {shares.map(({ label, percent }) => (
        <div key={label} className="space-y-1">
          <div className="flex justify-between gap-4 text-sm">
            <dt className="text-ink-muted">{label}</dt>
            <dd className="font-medium text-ink tabular-nums">
              {t('{percent}%', { percent: percent ?? 0 })}
            </dd>
          </div>
          <div aria-hidden="true" className="overflow-hidden rounded-full bg-hover">
            <div className="h-1 rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      ))}
    </dl>
  )
}

function OtherVersion({ counts: { version, visits, failures } }: { counts: PartCounts }) {
  const seen = plural(visits, { one: '{count} visit', other: '{count} visits' })
  return (
    <li className="flex flex-wrap justify-between gap-x-4 text-ink-muted text-sm">
      <span className="min-w-0 break-words">{version}</span>
      <span className="tabular-nums">
        {failures === 0
          ? seen
          : t('{visits}, {failures} with a failure', {
              visits: seen,
              failures: formatCount(failures),
            })}
      </span>
    </li>
  )
}
