import { t } from '@inkproof/texts/text'
import { FileCheck, KeyRound, ScrollText } from 'lucide-react'

const BENEFITS = [
  {
    icon: FileCheck,
    title: t('A signed PDF'),
    sentence: t('PDF readers show the signatures, and whether the file was changed later.'),
  },
  {
    icon: KeyRound,
    title: t('A key for each person'),
    sentence: t(
      'Each person signs with a key of their own: one that cannot be copied from their browser, the key of their wallet, or a passkey.',
    ),
  },
  {
    icon: ScrollText,
    title: t('A time no one can change'),
    sentence: t(
      'Each step is added to the public record, which is anchored on a blockchain and cannot be backdated.',
    ),
  },
]

/** What the user gets, in three points. */
export function Benefits() {
  return (
    <ul className="mt-10 grid gap-6 md:grid-cols-3 md:gap-8">
      {BENEFITS.map(({ icon: Icon, title, sentence }) => (
        <li key={title} className="flex gap-3 md:block">
          <Icon
            className="mt-0.5 size-5 shrink-0 text-accent-ink md:mb-3"
            strokeWidth={1.5}
            aria-hidden="true"
          />
          <div>
            <h2 className="font-medium text-ink">{title}</h2>
            <p className="mt-1 text-ink-muted text-sm">{sentence}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
