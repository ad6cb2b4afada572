import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Guilloche } from '@inkproof/ui/guilloche'
import { Section } from '@inkproof/ui/page'
import { Link } from 'react-router-dom'

const STEPS = [
  {
    title: t('Fingerprint'),
    text: t(
      'Your browser reads the file and computes its SHA-256 fingerprint. Any type, any size. The file stays on your device.',
    ),
  },
  {
    title: t('Record'),
    text: t(
      'The fingerprint, sealed with a random salt, is added to a public record that can only grow. The record reveals nothing.',
    ),
  },
  {
    title: t('Blockchain'),
    text: t(
      'The state of the record is written to the blockchain. The contract rejects any rewritten record.',
    ),
  },
  {
    title: t('Verify'),
    text: t(
      'Anyone can verify with one small proof file, at any time, even if all our servers are offline.',
    ),
  },
]

const PROMISES = [
  {
    title: t('No need to trust us'),
    text: t(
      'Anyone can check a proof file with the published verifier and any blockchain node. With a trusted block hash, it even works offline.',
    ),
  },
  {
    title: t('A thousand for the cost of one'),
    text: t(
      'One transaction covers every certification since the last one, so the cost per document approaches zero.',
    ),
  },
  {
    title: t('No wallet needed'),
    text: t('All you need to certify is an e-mail address. To verify, you don’t need an account.'),
  },
]

/** The content below the first screen. */
export function HowItWorks() {
  return (
    <>
      <Section title={t('How it works')} className="mt-20 md:mt-28">
        <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="border-line-strong border-t pt-5">
              <span className="font-mono text-accent-ink text-sm tabular-nums">{index + 1}</span>
              <h3 className="mt-2 font-semibold text-ink text-lg tracking-tight">{title}</h3>
              <p className="mt-2 text-ink-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('Why use Inkproof')} className="mt-20 md:mt-28">
        <dl className="grid gap-x-8 gap-y-8 sm:grid-cols-3">
          {PROMISES.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-semibold text-ink text-lg tracking-tight">{title}</dt>
              <dd className="mt-2 text-ink-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Invitation />
    </>
  )
}

function Invitation() {
  return (
    <section className="relative isolate mt-20 overflow-hidden rounded-2xl border border-line bg-surface px-6 py-14 md:mt-28 md:px-14 md:py-20">
      <Guilloche
        lobes={16}
        turns={8}
        className="absolute top-1/2 -right-28 -z-10 size-110 -translate-y-1/2 text-accent-ink opacity-20"
      />
      <h2 className="max-w-md font-medium text-3xl text-ink tracking-tighter">
        {t('Try to fool it: certify a page, change one letter, verify it again.')}
      </h2>
      <p className="mt-4 max-w-md text-ink-muted text-lg">
        {t(
          'It takes a minute, and you don’t need a file: type a sentence and the page creates a PDF.',
        )}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary" size="lg">
          <Link to="/certify">{t('Certify a file')}</Link>
        </Button>
        <Button asChild size="lg">
          <Link to="/litepaper">{t('Read how it works')}</Link>
        </Button>
      </div>
    </section>
  )
}
